import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyRecording
import JourneyRunner

/// What a person did on a served mock, walked once more in this process and written down step by step.
///
/// The walk begins in a new world: what it does not come to is not written, and why is known.
struct TrailWalk {
  var session: RecordingSession
  let trail: JourneyTrail
  private let heard: HeardLines
  /// Why the walk does not come to what the person did next; `nil` as long as it does.
  private(set) var lost: String?
  /// Whether the end of a journey is written, after which another one begins.
  private var hasEnded = false
  /// The variables for texts that the person made up.
  var made: [String: AnswerOrigin] = [:]
  /// What was typed into fields that hide it, and the codes that were sent.
  var hidden: Set<String>

  /// Whether the clock is moved as the person's was.
  private let movesClock: Bool

  /// - Parameters:
  ///   - movesClock: whether the clock is moved as the person's was.
  ///   - takesUnread: whether messages are taken that the person left, so that later ones can be distinguished from them.
  init(_ session: RecordingSession, _ trail: JourneyTrail, movesClock: Bool, takesUnread: Bool, _ heard: HeardLines) {
    self.movesClock = movesClock
    (self.session, self.trail, self.heard) = (session, trail, heard)
    hidden = Set(trail.codes)
    self.session.takesUnread = takesUnread
  }

  /// Walks everything, to the end or to where the person left.
  mutating func run() async throws {
    for moment in trail.moments {
      guard lost == nil, !session.isOver else { break }
      // What the person does on the page that the app opened is not the app's journey.
      if case .handover? = session.walk.shown { break }
      switch moment {
      case .answered(let reply): await answer(reply)
      case .openedLink: await openLink()
      case .push(let isAccepted): await push(isAccepted)
      case .startedAgain(let beginning): try await startAgain(beginning)
      case .clockMoved(let time): try await moveClock(by: time)
      case .cameBack: continue
      }
    }
    guard lost == nil else { return }
    if goesOn, case .ended? = session.walk.shown {
      return lost = "the person's journey went on after the last form, and the walk in a new world ends"
    }
    try await end(isOver: trail.isOver)
  }

  /// Whether the last thing that the person did was a form after which the journey was not over.
  private var goesOn: Bool {
    guard case .answered(let reply)? = trail.moments.last else { return false }
    return reply.end == nil && !reply.isPoll
  }

  // MARK: Moments

  private mutating func answer(_ reply: JourneyAct.Reply) async {
    if !shows(reply.screen) {
      // Another screen came already, while the app asked for it.
      guard !reply.isPoll else { return }
      guard await followLink(to: reply.screen) else { return await miss(reply.screen) }
    }
    guard case .screen(let screen)? = session.walk.shown else { return }
    guard let form = screen.form(FormID(reply.form)) else {
      lost = "no scenario can send the form '\(reply.form)' of the screen '\(screen.id.text)'"
      return await session.end()
    }
    guard !reply.isPoll else { return await session.letTimePass() }
    let arrivals = await session.arrivals()
    let filled = fill(form, reply, on: screen, arrivals)
    let way = way(of: form, on: screen, reply)
    // Where another message is refused, the one before stays the one that counts.
    if await session.send(filled, by: way, form, on: screen, arrivals, keepsUnread: reply.isRefused) { return }
    let reason = heard.take()
    // Some apps send what the screen does not allow.
    if await session.send(filled, by: way, form, on: screen, arrivals, force: true) { return }
    lost = "the walk cannot go on at the screen '\(screen.id.text)': \(reason)"
    await session.end()
  }

  private func shows(_ id: String) -> Bool {
    guard case .screen(let screen)? = session.walk.shown else { return false }
    return screen.id.matches(id, by: .exactOrPrefixAtSlash)
  }

  /// Follows the link of a page that leads to a screen; says whether there is one. No mock hears of what is only looked at.
  private mutating func followLink(to id: String) async -> Bool {
    guard case .screen(let screen)? = session.walk.shown else { return false }
    for way in screen.ways(session.walk.tenant.submission).prefix(Self.maxLinks) {
      guard let form = screen.form(way.form), case .navigation = form.kind else { continue }
      let before = session.recording
      if await session.send(Filling(), by: way, form, on: screen, []), shows(id) { return true }
      _ = heard.take()
      guard session.recording != before else { continue }
      do { try await session.walkAgain(before) } catch { return false }
      session.isOver = false
    }
    return false
  }

  private static let maxLinks = 16

  private func way(of form: Form, on screen: Screen, _ reply: JourneyAct.Reply) -> Way {
    let ways = screen.ways(session.walk.tenant.submission).filter { $0.form == form.id }
    let pressed = ways.first { way in
      guard let control = way.control, let widget = form.widgets.first(where: { $0.id == control }), case .credential = widget.kind else {
        return false
      }
      return reply.answer.value(at: control.path) != nil
    }
    return pressed ?? ways.first ?? Way(form: form.id, control: nil, label: form.label?.visible ?? form.id.rawValue)
  }

  private mutating func openLink() async {
    guard case .screen(let screen)? = session.walk.shown else { return lost = "the walk does not come to where a link was opened" }
    guard let arrival = await session.arrivals().last(where: { $0.link != nil }) else {
      return lost = "no message with a link has come on the screen '\(screen.id.text)'"
    }
    if await !session.open(arrival, on: screen) { lost = "the link cannot be opened: \(heard.take())" }
  }

  private mutating func push(_ isAccepted: Bool) async {
    guard case .screen(let screen)? = session.walk.shown, await session.push(isAccepted, on: screen) else {
      return lost = "no push waits there: \(heard.take())"
    }
  }

  /// A run moves clocks on only.
  private mutating func moveClock(by time: Duration) async throws {
    guard movesClock, time > .zero else { return }
    if case .ended? = session.walk.shown, !hasEnded { try await leave() }
    if await !session.take([.wait(DurationText.format(time))]) { lost = "the clock cannot be moved: \(heard.take())" }
  }

  /// The journey before ends where it is, and the next one begins.
  private mutating func startAgain(_ beginning: JourneyAct.Beginning) async throws {
    if !hasEnded { try await leave() }
    hasEnded = false
    let keys = beginning.asked(session.walk.tenant.dialect)
    if await !session.take([.startAgain(keys)]) { lost = "the next journey cannot be begun: \(heard.take())" }
  }

  /// Writes where a journey ends, after which another one begins.
  private mutating func leave() async throws {
    try await end(isOver: false)
    session.isOver = false
    hasEnded = true
  }

  /// The walk is not where the person was: the step that the person took is written, so that a run shows the difference.
  private mutating func miss(_ screen: String) async {
    lost = "the person came to the screen '\(screen)', and the walk in a new world to \(place)"
    await session.take([.screen(RecordedScreen(id: screen))], force: true)
  }

  private var place: String {
    switch session.walk.shown {
    case .screen(let screen)?: "'\(screen.id.text)'"
    case .ended?: "the end"
    case .handover?: "a web page that the app opens"
    case nil: "nothing"
    }
  }

  // MARK: Ends

  /// - Parameter isOver: whether nothing followed on the served mock.
  private mutating func end(isOver: Bool) async throws {
    // A completed journey is followed to its tokens, which may take a turn more.
    for _ in 0..<4 where !session.isOver {
      switch session.walk.shown {
      case .ended(let end)?: try await session.turn(at: end)
      case .handover(let handover)?: await session.keep(handover)
      case .screen(let screen)?:
        // A screen of links that lead out of the journey: no form of it is sent to the tenant.
        if isOver, trail.end == .refused, screen.onlyLeads { return await session.end() }
        if isOver {
          lost = "the person's journey ended, and the walk in a new world is at \(place)"
          // A run shows the difference there.
          if trail.end == .finished { await session.take([.finish(RecordedFinish())], force: true) }
          return
        }
        return await session.end()
      case nil: return
      }
    }
  }
}

extension Screen {
  /// Whether its forms are links to elsewhere.
  fileprivate var onlyLeads: Bool {
    forms.allSatisfy { form in
      if case .navigation = form.kind { true } else { false }
    }
  }
}

extension WidgetID {
  /// As an answer nests it.
  var path: [String] { text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
}

extension JourneyAct.Beginning {
  /// What was asked for, as far as a dialect's scenarios can.
  func asked(_ dialect: DialectDescription) -> [Value.Member] {
    asked.filter { member in dialect.startKeys.contains { $0.name == member.name } }
  }
}
