import Diagnostics
import JourneyInsight
import JourneyMock

/// What differs in the definitions of two mocks, and which changes come from it.
struct DefinitionDifference: Sendable {
  /// An element that differs, and as what a change names it.
  private struct Entry: Sendable {
    var cause: Change.Cause
    var edges: Set<String>
    var laterEdges: Set<String>
    /// Of an account, the edges that ask for a fact that differs.
    var factEdges: Set<String>
    var screens: Set<String>
    var texts: Set<String>
    var parts: Set<String>
    /// The element itself, as the second version has it, else the first.
    var element: DefinitionElement
    /// How specific it is: a policy before the edges that ask for it.
    var rank: Int
    /// Whether both versions have the person, with another password, key or address.
    var isGivenOtherwise: Bool
    /// Whether only one of the versions has it.
    var isNew: Bool { cause.before == nil || cause.now == nil }
  }

  /// The name of the first version's tenant, as ids have it.
  private let tenant: String
  private var entries: [Entry] = []

  init(_ before: TenantDefinition, _ now: TenantDefinition, of tenant: String) {
    self.tenant = tenant
    let (old, new) = (before.elements, now.elements)
    for name in Set(old.keys).union(new.keys).sorted() {
      let (left, right) = (old[name], new[name])
      guard DefinitionElement.differ(left, right), let element = right ?? left else { continue }
      let file = element.range.file.name
      let range =
        now.change(of: name, isOwn: file == now.name.range.file.name)
        ?? before.change(of: name, isOwn: file == before.name.range.file.name) ?? element.range
      let cause = Change.Cause(
        place: "\(range.file.name):\(range.start.line)", element: name, before: left?.line(against: right),
        now: right?.line(against: left))
      entries.append(
        Entry(
          cause: cause, edges: (left?.edges ?? []).union(right?.edges ?? []),
          laterEdges: (left?.laterEdges ?? []).union(right?.laterEdges ?? []),
          factEdges: Self.factEdges(left, right),
          screens: (left?.screens ?? []).union(right?.screens ?? []),
          texts: (left?.texts ?? []).union(right?.texts ?? []), parts: (left?.parts ?? []).union(right?.parts ?? []),
          element: element,
          rank: name.hasPrefix("policy") ? 0 : name.hasPrefix("edge") || name.hasPrefix("order") ? 1 : 2,
          isGivenOtherwise: left.map { left in right.map { $0.hidden != left.hidden || $0.given != left.given } ?? false } ?? false))
    }
  }

  /// The edges that ask for a fact of an account that both versions have with another value.
  private static func factEdges(_ before: DefinitionElement?, _ now: DefinitionElement?) -> Set<String> {
    guard let before, let now else { return [] }
    let names = Set(before.facts.keys).union(now.facts.keys).filter { before.facts[$0] != now.facts[$0] }
    return names.reduce(into: []) { $0.formUnion((before.factEdges[$1] ?? []).union(now.factEdges[$1] ?? [])) }
  }

  /// Names the causes of every change. What else differs in the files was not exercised: it is the cause of nothing that a walk saw.
  func explain(_ difference: inout RunDifference) {
    var reported: Set<Change.Cause> = []
    for index in difference.changes.indices {
      let causes = causes(of: difference.changes[index])
      let edges = difference.changes[index].edges
      let rank = causes.map(\.rank).min()
      // An edge that walks took on one side only is a cause as well as a policy.
      let first = causes.filter { $0.rank == rank || $0.isNew && !$0.element.taken.isDisjoint(with: edges) }
      // What is new as a whole is named as a whole.
      let people = changedPeople(in: difference.changes[index]).filter { person in !first.contains { $0.cause == person.cause } }
      let ordered = first.filter { $0.rank == 0 } + people + first.filter { $0.rank > 0 }
      let wholes = Set(ordered.filter(\.isNew).map { "\($0.cause.element) " })
      let shown = ordered.map(\.cause).filter { cause in !wholes.contains { cause.element.hasPrefix($0) } }.prefix(Self.shown)
      difference.changes[index].causes += shown.filter { !difference.changes[index].causes.contains($0) }
      // A screen shows all of its parts, but a decision that is not named as the cause may have had no effect.
      reported.formUnion(ordered.map(\.cause) + causes.filter { $0.element.role == .shown }.map(\.cause))
    }
    let (met, screens) = (difference.met, difference.replacedScreens)
    let left = entries.filter { entry in
      let isExercised = entry.element.isExercised(by: met, isNew: entry.isNew, on: screens)
      // What becomes of an account that is another one for the rules is worked out.
      let isTold = !entry.isNew && !entry.isGivenOtherwise && difference.toldAccounts.contains(entry.cause.element)
      return !reported.contains(entry.cause) && !isTold && (!isExercised || entry.isGivenOtherwise)
    }.map { UnexercisedDifference($0.cause, of: tenant) }
    difference.unexercised += left.filter { !difference.unexercised.contains($0) }
  }

  private static let shown = 3

  /// What of an app's end comes from which setting of a tenant.
  private static let settingsOfTokens = ["expires_in": "tokens access", "scope": "clients ", "refresh_token": "clients "]

  /// What a change may come from, of which the most specific is shown.
  private func causes(of change: Change) -> [Entry] {
    if change.kind == .token, let setting = Self.settingsOfTokens[change.first.element] {
      let found = self.entries.filter { $0.cause.element.hasPrefix(setting) }
      if !found.isEmpty { return found }
    }
    // The server says itself that the app is not known any more.
    if [change.first.before, change.first.now].contains(where: { $0?.contains("invalid_client") ?? false }) {
      let found = self.entries.filter { $0.cause.element.hasPrefix("clients ") }
      if !found.isEmpty { return found }
    }
    // The branding of a screen is one thing to compare.
    if change.kind == .branding { return self.entries.filter { $0.cause.element.hasPrefix("branding ") } }
    // Of a text that reads differently, the text is the cause, whatever else brings it about.
    let texts = self.entries.filter { isText($0, of: change) }
    if !texts.isEmpty, change.meaning == .wording { return texts }
    let isWay = change.isOfWay
    func entries(by edges: Set<String>) -> [Entry] {
      self.entries.filter { entry in
        if !edges.isDisjoint(with: entry.edges), isWay || change.isSaid { return true }
        return !isWay && isPart(entry, of: change)
      }
    }
    var found = entries(by: change.edges)
    // Where most walks have no edge in common, those of any of them tell more than nothing.
    if found.isEmpty { found = entries(by: change.someEdges) }
    // What comes later may come from a time that is not over yet, or from a counter that is full by then.
    if found.isEmpty, isWay || change.isSaid {
      found = self.entries.filter { !change.someEdges.isDisjoint(with: $0.laterEdges) }
    }
    // What only people meet who are others now comes from what they are.
    if found.isEmpty, !change.accounts.isEmpty {
      let people = self.entries.filter { entry in change.accounts.contains { entry.cause.element == "account \($0)" } }
      if people.count == change.accounts.count { found = people }
    }
    return found
  }

  /// The people of a change where all of them are others now, by a fact that the edges on their way ask for.
  private func changedPeople(in change: Change) -> [Entry] {
    let people = entries.filter { entry in
      !entry.factEdges.isDisjoint(with: change.edges) && change.accounts.contains { entry.cause.element == "account \($0)" }
    }
    return people.count == change.accounts.count ? people : []
  }

  /// Whether the element has one of the texts.
  private func isText(_ entry: Entry, of change: Change) -> Bool {
    entry.texts.contains { text in change.wordings.contains { $0.element.before == text || $0.element.now == text } }
  }

  /// Whether the element is on the screen, and is what of it changed.
  private func isPart(_ entry: Entry, of change: Change) -> Bool {
    if isText(entry, of: change) { return true }
    guard entry.screens.contains(change.first.screen) else { return false }
    let element = "\(change.first.screen)/\(change.first.element)"
    if entry.parts.contains(where: { element == $0 || element.hasPrefix($0 + "/") }) { return true }
    let words = entry.cause.element.split(separator: " ")
    guard words.count > 1 else { return false }
    let path = String(words[1])
    // A part of a widget has its name, a point and its own.
    return element == path || element.hasPrefix(path + "/") || element.hasPrefix(path + ".") || path.hasPrefix(element + "/")
      || change.first.element.isEmpty
      || entry.cause.element == "screen \(change.first.screen)"
  }
}

extension TenantDefinition {
  /// The line below `changes` that changes an element, whatever file the element is from; `nil` if none does.
  ///
  /// - Parameters:
  ///   - element: as a cause names it, e.g. `edge second.decide.none`.
  ///   - isOwn: whether the element is written in the tenant's own file, so that no line of a file that it extends changes it.
  fileprivate func change(of element: String, isOwn: Bool) -> SourceRange? {
    // A path and a name have the same words, but for what they begin with.
    let words = element.split { " /.".contains($0) }
    // `edge A.B.C`, `order of A.B`, `life of mail A`.
    let own = words.dropFirst(words.dropFirst().first != "of" ? 1 : ["order", "find"].contains(words[0]) ? 2 : 3)
    let parts =
      Self.parts[String(words[0])] ?? (words.count > 2 && words[1] == "of" ? Self.parts[String(words[2])] : nil) ?? [String(words[0])]
    let found = changedElements.filter { changed in
      guard !own.isEmpty, parts.contains(String(changed.path.prefix { $0 != "." })) else { return false }
      var path = changed.path.split { "/.".contains($0) }.dropFirst()
      if changed.what == "screen", let forms = path.firstIndex(of: "forms") { path.remove(at: forms) }
      return path.starts(with: own) || own.starts(with: path)
    }
    let nearest = found.last { $0.name.range.file.name == name.range.file.name } ?? (isOwn ? nil : found.first)
    return nearest?.name.range
  }

  /// The parts of a file that elements of a kind are written in, by the kind's word.
  private static let parts: [String: Set<String>] = [
    "screen": ["screens"], "form": ["screens"], "widget": ["screens"], "edge": ["flow"], "order": ["flow"], "find": ["flow"],
    "state": ["flow"], "message": ["messages"], "mail": ["mails"], "sms": ["sms"], "account": ["accounts"], "counter": ["counters"],
    "timer": ["timers"], "fact": ["facts"],
  ]
}

extension DefinitionElement {
  /// Whether the two versions of an element say different things; of an order, whether what both have comes in another order.
  fileprivate static func differ(_ before: DefinitionElement?, _ now: DefinitionElement?) -> Bool {
    if let order = before?.order ?? now?.order, !order.isEmpty {
      guard let old = before?.order, let new = now?.order else { return false }
      return old.filter(new.contains) != new.filter(old.contains)
    }
    return before?.text != now?.text || before?.hidden != now?.hidden
  }
}

extension Change {
  /// Whether it is about where the journey goes.
  fileprivate var isOfWay: Bool {
    switch kind {
    case .screenAdded, .screenRemoved, .screenRenamed, .leaves, .leavesNoMore, .endClosed, .endOpened, .endChanged, .moreTries,
      .noMoreTries:
      true
    default: false
    }
  }

  /// Whether it is about what is said or sent on the way.
  fileprivate var isSaid: Bool {
    switch kind {
    case .errorSaid, .errorUnsaid, .rightAnswerRefused, .rightAnswerTaken, .notice, .messageComes, .messageStays, .unanswerable,
      .answerable, .token:
      true
    default: false
    }
  }
}
