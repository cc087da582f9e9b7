import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyModel
import JourneyRunner
import LocatedYAML

/// A promise about events, as far as walks show it.
struct WalkedRule {
  private let promise: Promise
  private let rule: EventRule

  /// `nil` for promises that are about a tenant's file.
  init?(_ promise: Promise) {
    guard let rule = EventRule(promise.rule) else { return nil }
    (self.promise, self.rule) = (promise, rule)
  }

  /// Whether a walk that was to break it shows that it does not: what breaks it did not happen, or after what it is to come after.
  func isContradicted(by walk: MetWalk) -> Bool {
    let isShown = rule.after.allSatisfy { event in
      if case .screen = event { true } else { false }
    }
    if isShown, untold == nil { return breach(in: walk) == nil }
    return Self.untold(rule.event) == nil && !walk.stops.indices.contains { events(of: walk, at: $0).contains { rule.event.means($0) } }
  }

  /// What it asks for of which a log does not tell, so that the walks say nothing; `nil` for nothing.
  var untold: String? {
    if rule.countsOfPerson, !rule.isOnly, case .screen = rule.event { return "which person a screen is about" }
    return ([rule.event] + (rule.isOnly ? [] : rule.after)).lazy.compactMap(Self.untold).first
  }

  private static func untold(_ event: JourneyEvent) -> String? {
    switch event {
    case .mail: "which messages were sent"
    case .right(.answer, _), .wrong(.answer, _): "whether an answer was right"
    case .right, .wrong, .tokens, .error, .link, .screen: nil
    }
  }

  /// What decides whether a breach is one and a log does not tell; `nil` for nothing.
  var undecided: String? {
    if let untold = rule.after.lazy.compactMap(Self.untold).first { return untold }
    if let unless = promise.unless { return "of '\(unless.text)'" }
    return condition.map { "of '\($0)'" }
  }

  /// A walk that breaks a promise, or may.
  struct Breach {
    /// The walk in a line.
    var line: String
    /// Whether it keeps the promise if an answer was right that was only taken: a log does not have the values of answers.
    var isOpen: Bool
  }

  /// How far a walk comes to what the promise is about.
  enum Exercise: Sendable, Hashable {
    /// It does not come to it.
    case none
    /// It does, and leaves that journey on a screen: what comes next is not known.
    case open
    /// It does, in a journey that ends.
    case ended
  }

  /// Whether the walk comes to what the promise is about: with `only` to the event, with `never` to as much as it has to come after.
  func exercise(by walk: MetWalk) -> Exercise {
    if case .accounts(let names) = promise.who, !names.contains(where: { $0.value == walk.account }) { return .none }
    var journeys: [Int] = []
    var seen = 0
    for (index, stop) in walk.stops.enumerated() {
      let happened = events(of: walk, at: index)
      if rule.isOnly, happened.contains(where: { rule.event.means($0) }) { journeys.append(stop.journey) }
      seen += happened.count { rule.counts($0) }
      if !rule.isOnly, seen >= rule.count { journeys.append(stop.journey) }
    }
    guard !journeys.isEmpty else { return .none }
    return walk.reach == .whole && !walk.endedJourneys.isDisjoint(with: journeys) ? .ended : .open
  }

  /// The screens that the promise names.
  var screens: [String] { ([rule.event] + rule.after).compactMap(\.screen) }

  /// The condition on the people, which a log does not contain; `nil` for none.
  var condition: String? {
    if case .condition(let who) = promise.who { who.text } else { nil }
  }

  /// The walk if it breaks the promise, or may break it; `nil` if it keeps it.
  func breach(in walk: MetWalk) -> Breach? {
    var open: Breach?
    if case .accounts(let names) = promise.who, !names.contains(where: { $0.value == walk.account }) { return nil }
    var seen = 0
    /// The same with what was only taken.
    var taken = 0
    var journey = 0
    /// Whether the journey may be about another person than the account: another name was typed.
    var isOthers = false
    for (index, stop) in walk.stops.enumerated() {
      if stop.journey != journey {
        (journey, isOthers) = (stop.journey, false)
        if !rule.countsOfPerson { (seen, taken) = (0, 0) }
      }
      if rule.countsOfCode, stop.hasMessage { seen = 0 }
      isOthers = isOthers || namesOthers(walk, at: index)
      let isOwn = !isOthers && isAnsweredWithOwn(walk, at: index)
      for happened in events(of: walk, at: index) {
        if rule.isBroken(by: happened, seen: seen) {
          let line = "'\(walk.id)' walked \(walk.stops[...index].map(\.name).joined(separator: " → "))"
          guard rule.isOnly, taken >= rule.count else { return Breach(line: line, isOpen: false) }
          open = open ?? Breach(line: line, isOpen: true)
        }
        taken = rule.seen(taken, after: happened)
        if !rule.isOnly || isOwn || !happened.isRight { seen = rule.seen(seen, after: happened) }
        if rule.ends(by: happened) { seen = 0 }
      }
      // A new code restarts the count, and a log does not contain which form sends one.
      if rule.countsOfCode, stop.answered != nil, !isWrongCode(walk, at: index) { seen = 0 }
    }
    return open
  }

  /// Whether every password and code that was answered there is the account's own, or came by a message or an app: whatever else is
  /// typed and taken may be any password.
  private func isAnsweredWithOwn(_ walk: MetWalk, at index: Int) -> Bool {
    let stop = walk.stops[index]
    guard let answered = stop.answered, let screen = stop.screen else { return true }
    return answered.answers.allSatisfy { $0.from.isOwn || proof(of: $0, on: screen) == nil }
  }

  /// Whether a name or an address was typed there that is not the account's own.
  private func namesOthers(_ walk: MetWalk, at index: Int) -> Bool {
    guard let answered = walk.stops[index].answered, let screen = walk.stops[index].screen else { return false }
    return answered.answers.contains { !$0.from.isOwn && Self.asksWho($0.widget, on: screen) }
  }

  /// Whether a field asks who signs in: an address, or the only text next to a password.
  private static func asksWho(_ id: String, on screen: Screen) -> Bool {
    for form in screen.forms {
      guard let widget = form.widgets.first(where: { $0.id.text == id }), case .entry(let entry) = widget.kind else { continue }
      if entry.purpose == .email || entry.autocomplete == "username" { return true }
      let name = id.lowercased()
      return entry.purpose == .text && ["user", "login", "identifier", "email"].contains { name.contains($0) }
    }
    return false
  }

  private func isWrongCode(_ walk: MetWalk, at index: Int) -> Bool {
    events(of: walk, at: index).contains { event in
      if case .wrong(.code, _) = event { true } else { false }
    }
  }

  private func events(of walk: MetWalk, at index: Int) -> [JourneyEvent] {
    (walk.stops[index].isByLink ? [.link] : []) + ownEvents(of: walk, at: index)
  }

  private func ownEvents(of walk: MetWalk, at index: Int) -> [JourneyEvent] {
    let stop = walk.stops[index]
    // No person did anything in a journey that ends as soon as it begins: apps share a sign-in.
    let isFirst = index == 0 || walk.stops[index - 1].journey != stop.journey
    // A journey that a link began may end without tokens.
    if let finish = stop.finish, !finish.hasTokens { return [] }
    if stop.isFinish { return isFirst && !stop.isByLink ? [] : [.tokens] }
    if stop.isEnd { return isFirst ? [] : [.error] }
    guard let screen = stop.screen else { return [] }
    let isAgain = index > 0 && walk.stops[index - 1].key == stop.key
    let shown: [JourneyEvent] = isAgain ? [] : [.screen(screen.id.text)]
    guard let answered = stop.answered, index + 1 < walk.stops.count else { return shown }
    let next = walk.stops[index + 1]
    let isRefused = next.screen?.messages.contains { $0.level.mustBeExpected } ?? false
    let proofs = answered.answers.compactMap { proof(of: $0, on: screen) }
    return shown
      + Set(proofs).sorted { $0.rawValue < $1.rawValue }.map { proof in
        isRefused ? .wrong(proof, on: screen.id.text) : .right(proof, on: screen.id.text)
      }
  }

  private func proof(of answer: AnsweredForm.Answered, on screen: Screen) -> JourneyEvent.Proof? {
    switch answer.from {
    case .mail, .sms, .totp: return .code
    default: break
    }
    let widget = screen.forms.flatMap(\.widgets).first { $0.id.text == answer.widget }
    guard case .entry(let entry)? = widget?.kind else { return nil }
    switch entry.purpose {
    case .password: return entry.isNewPassword ? nil : .password
    case .passcode: return .code
    case .text, .email, .phone, .number, .date, .captcha, .hidden: return nil
    }
  }
}

extension JourneyEvent {
  /// Whether it is that an answer was right.
  fileprivate var isRight: Bool {
    if case .right = self { true } else { false }
  }
}

extension Entry {
  /// Whether it asks for a password to be chosen, and not for the one that there is.
  fileprivate var isNewPassword: Bool {
    if autocomplete == "new-password" { return true }
    return validator.contains { rule in
      switch rule.value {
      case .list(let kinds): rule.name == "mustContain" && !kinds.isEmpty
      case .bool(let isShown): rule.name == "qualityIndicator" && isShown
      default: false
      }
    }
  }
}
