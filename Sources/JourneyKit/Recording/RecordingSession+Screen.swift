import JourneyModel
import JourneyRecording
import JourneyReports
import JourneyRunner

extension RecordingSession {
  /// What can be done on a screen.
  enum Option: Sendable, Hashable {
    case way(Way)
    case open(Arrival)
    case push(isAccepted: Bool)
    /// Let time pass until another screen comes.
    case wait
  }

  /// Shows a screen, and does with it what the person wants.
  mutating func turn(on screen: Screen) async throws(Interjection) {
    say("\n" + DrawnScreen.text(of: screen, usesColour: false).trimmingLineFeed)
    let arrivals = await arrivals()
    for arrival in arrivals { say("  \(arrival.announcement)") }
    let options = options(on: screen, arrivals)
    guard !options.isEmpty else {
      say("  Nothing can be pressed here.")
      _ = try ask("  [end here]: ")
      await take([.screen(looking(at: screen, nil, []))], force: true)
      throw .quit
    }
    let option = try choose(among: options, on: screen)
    switch option {
    case .way(let way): try await take(way, on: screen, arrivals)
    case .open(let arrival): await open(arrival, on: screen)
    case .push(let isAccepted): await push(isAccepted, on: screen)
    case .wait: await letTimePass()
    }
  }

  func options(on screen: Screen, _ arrivals: [Arrival]) -> [Option] {
    var options: [Option] = screen.ways(walk.tenant.submission).map { .way($0) }
    if screen.forms.contains(where: \.isPoll) {
      let isPush = walk.tenant.dialect.capabilities.contains(.push) && screen.id.text.contains("push")
      if isPush { options.insert(contentsOf: [.push(isAccepted: true), .push(isAccepted: false)], at: 0) }
      options.append(.wait)
    }
    let links: [Option] = arrivals.filter { $0.link != nil }.map { .open($0) }
    // On a screen that only says that a mail is under way, its link is what a person goes on with.
    let asks = screen.forms.contains { !$0.fields.isEmpty }
    return asks ? options + links : links + options
  }

  private mutating func choose(among options: [Option], on screen: Screen) throws(Interjection) -> Option {
    if options.count == 1, case .way(let way) = options[0], screen.form(way.form).map({ !$0.fields.isEmpty }) ?? false { return options[0] }
    let usual = usual(among: options, on: screen)
    say("  " + options.enumerated().map { "\($0.offset + 1) ( \($0.element.label) )" }.joined(separator: "   "))
    while true {
      switch try ask("  press [\(usual + 1)]: ") {
      case .text(let text):
        if let number = Int(text), options.indices.contains(number - 1) { return options[number - 1] }
        let named = options.filter { $0.label.lowercased() == text.lowercased() || $0.formID == text }
        if named.count == 1 { return named[0] }
        say("  No choice '\(text)'; type a number from 1 to \(options.count).")
      case .enter, .undo, .expect, .help, .quit: return options[usual]
      }
    }
  }

  /// What a person most likely does: the first thing, unless only a later form has something that must be filled in.
  private func usual(among options: [Option], on screen: Screen) -> Int {
    guard case .way? = options.first else { return 0 }
    let index = options.firstIndex { option in
      guard case .way(let way) = option, let form = screen.form(way.form) else { return false }
      return form.fields.contains { $0.kind.isRequired || $0.kind.isHidden }
    }
    return index ?? 0
  }

  /// Fills in the form of a way, and takes it.
  private mutating func take(_ way: Way, on screen: Screen, _ arrivals: [Arrival]) async throws(Interjection) {
    guard let form = screen.form(way.form) else { return }
    let filled = try fill(form, way, on: screen, arrivals)
    guard try mayTake(way, on: screen) else { return }
    await send(filled, by: way, form, on: screen, arrivals)
  }

  /// Takes a way with its form filled in; says whether it holds.
  ///
  /// - Parameters:
  ///   - force: whether it is sent though the screen does not allow it.
  ///   - keepsUnread: whether messages that came are left, also where another one is asked for.
  @discardableResult
  mutating func send(
    _ filled: Filling, by way: Way, _ form: Form, on screen: Screen, _ arrivals: [Arrival], force: Bool = false,
    keepsUnread: Bool = false
  ) async -> Bool {
    let answered = filled.answers.map(\.widget)
    var look = looking(at: screen, form, answered)
    var messages = filled.messages
    // A person who asks for another code or link leaves the one that came unread: the scenario takes it too, so that there is only one.
    if messages.isEmpty, !keepsUnread, way.asksAgain || takesUnread {
      messages = arrivals.filter { !$0.codes.isEmpty || $0.link != nil }.map { $0.step(capturing: nil, besides: volatile) }
    }
    let press = screen.press(way, answered: answered, walk.tenant.submission)
    guard !messages.isEmpty else {
      (look.answers, look.press, look.captures, look.isForced) = (filled.answers, press, filled.captures, force)
      return await take([.screen(look)], vars: filled.vars)
    }
    var answer = RecordedScreen(id: screen.id.text)
    (answer.answers, answer.press, answer.captures, answer.isForced) = (filled.answers, press, filled.captures, force)
    let written = [.screen(look)] + messages.map(RecordedStep.message) + [RecordedStep.screen(answer)]
    guard !filled.typed.isEmpty else { return await take(written, vars: filled.vars) }
    answer.answers = filled.sent
    return await take([.screen(look), .screen(answer)], vars: filled.vars, written: written)
  }

  /// What a step expects of a screen before it is answered.
  func looking(at screen: Screen, _ form: Form?, _ answered: [String]) -> RecordedScreen {
    var look = RecordedScreen(screen, volatile: volatile)
    look.within = nextWithin
    if let form {
      let types = walk.tenant.dialect.widgetTypes
      look.expectFields(of: form, on: screen, types: types, volatile: volatile) { widget in
        expectations.labels || answered.contains(widget.id.text) || widget.kind.isRequired
      }
    }
    if expectations.messages { look.expectMessages(of: screen, volatile: volatile) }
    if expectations.onlyWidgets { look.expectOnlyWidgets(of: screen) }
    look.comparesWhole = expectations.wholeScreen
    return look
  }

  /// Whether the person wants it: on a live tenant an enrolment or a deletion stays.
  private mutating func mayTake(_ way: Way, on screen: Screen) throws(Interjection) -> Bool {
    guard needsConsent(way, on: screen) else { return true }
    guard case .text(let answer) = try ask("  This may change the account for good, on a live tenant. Go on [no]: ") else { return false }
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Whether a way may change the account of a live tenant for good.
  func needsConsent(_ way: Way, on screen: Screen) -> Bool { site.isLive && screen.mayChangeAccount(by: way) }

  /// Opens the link of a message; says whether it holds.
  @discardableResult
  mutating func open(_ arrival: Arrival, on screen: Screen) async -> Bool {
    let name = recording.free("link")
    let message = arrival.step(capturing: RecordedMessage.Capture(name, .link), besides: volatile)
    return await take([.screen(looking(at: screen, nil, [])), .message(message), .open(.variable(name))])
  }

  /// Answers a push, and waits for what follows; says whether it holds.
  @discardableResult
  mutating func push(_ isAccepted: Bool, on screen: Screen) async -> Bool {
    guard await take([.screen(looking(at: screen, nil, [])), .push(isAccepted: isAccepted)]) else { return false }
    await letTimePass()
    return true
  }

  /// Waits for another screen, at most half a minute.
  mutating func letTimePass() async {
    do throws(DriverError) {
      guard try await walk.waitForChange(within: .seconds(30)) else { return say("  Nothing has changed within 30 seconds.") }
      nextWithin = "30s"
    } catch {
      say("  It could not be asked for: \(error.message)")
    }
  }
}

extension RecordingSession.Option {
  fileprivate var label: String {
    switch self {
    case .way(let way): way.label
    case .open(let arrival): "open the link of '\(arrival.message.subject)'"
    case .push(let isAccepted): isAccepted ? "accept on the phone" : "reject on the phone"
    case .wait: "wait for the next screen"
    }
  }

  fileprivate var formID: String? {
    guard case .way(let way) = self else { return nil }
    return way.form.rawValue
  }
}

extension Way {
  fileprivate var asksAgain: Bool { form.rawValue.lowercased().contains("resend") || label.lowercased().contains("resend") }
}

extension String {
  var trimmingLineFeed: String { hasSuffix("\n") ? String(dropLast()) : self }
}

extension WidgetKind {
  /// Whether it is a password or a code, which are required wherever they are.
  fileprivate var isHidden: Bool {
    if case .entry(let entry) = self { entry.hidesValue } else { false }
  }
}

extension Form {
  fileprivate var isPoll: Bool {
    if case .poll = kind { true } else { false }
  }
}
