import JourneyModel

/// One change, however many walks saw it.
package struct Change: Sendable, Hashable {
  /// Stable: the tenant's name, then what `Finding.key` says.
  package let id: String
  package let kind: ChangeKind
  /// As the first walk saw it.
  package let first: Finding
  /// The ids of the cases, in the order of the plan.
  package private(set) var cases: [String] = []
  /// Whose walks these are, each once, in the order seen.
  package private(set) var accounts: [String] = []
  /// The cases that sign in as no account of the tenant's.
  package private(set) var withoutAccount: [String] = []
  /// What was there before and now, with how many walks saw it.
  package private(set) var wordings: [Tally<Wording>] = []
  /// After what it comes.
  package private(set) var places: [Tally<String>] = []
  /// What came next before and now, one after the other.
  package private(set) var waysBefore: [Tally<Way>] = []
  package private(set) var waysNow: [Tally<Way>] = []
  /// Whether it always comes before the end.
  package private(set) var isAtEnd = true
  private var taken: [String: Int] = [:]
  /// Walks that ended before they could tell whether they meet it.
  package internal(set) var untold = 0
  /// Where in the definitions of two mocks it comes from.
  package var causes: [Cause] = []
  /// What new screens say of themselves in its sentences: their title, what they ask for, what is to be ticked, and what their pages say.
  private var shownTexts: [String] = []
  /// The screen in whose place a new one appears on all of these walks, with its title; `nil` for none.
  private(set) var replaced: String?
  /// The reason for which it is allowed; `nil` if it is not.
  package internal(set) var allowed: String?

  /// A text before and now; `nil` where there was none.
  package struct Wording: Sendable, Hashable {
    package var before: String?
    package var now: String?
  }

  /// From one stop to the next, in words.
  package struct Way: Sendable, Hashable {
    package var from: String
    package var to: String
  }

  /// Something, and how many walks saw it.
  package struct Tally<Element: Sendable & Hashable>: Sendable, Hashable {
    package var element: Element
    package var count = 1
  }

  /// An element of the definitions that differs.
  package struct Cause: Sendable, Hashable {
    /// `file:line`.
    package var place: String
    /// What it is, e.g. `policy mfa`.
    package var element: String
    /// As written; `nil` where it is not there.
    package var before: String?
    package var now: String?

    package init(place: String, element: String, before: String?, now: String?) {
      self.place = place
      self.element = element
      self.before = before
      self.now = now
    }
  }

  package var meaning: ChangeClass { kind.meaning }

  /// The edges that nearly every walk took where it parts from the other one: three of four.
  package var edges: Set<String> {
    let all = wordings.reduce(0) { $0 + $1.count }
    return Set(taken.filter { $0.value * 4 >= all * 3 }.keys)
  }

  /// Every edge that some walk took there.
  package var someEdges: Set<String> { Set(taken.keys) }

  init(id: String, _ first: Finding) {
    self.id = id
    self.first = first
    kind = first.kind
  }

  /// The texts that are there now and were not: what an entry that allows it agrees to. Empty where its id says everything.
  package var newTexts: [String] {
    switch kind {
    case .screenAdded: shownTexts
    case .screenRemoved, .leaves, .leavesNoMore, .endClosed, .endOpened, .moreTries, .noMoreTries, .warning: []
    default: wordings.compactMap(\.element.now)
    }
  }

  mutating func add(_ finding: Finding, of walk: MetWalk) {
    if cases.last != walk.id { cases.append(walk.id) }
    if let account = walk.account, !accounts.contains(account) { accounts.append(account) }
    if walk.account == nil, withoutAccount.last != walk.id { withoutAccount.append(walk.id) }
    Self.count(Wording(before: finding.before, now: finding.now), in: &wordings)
    if kind == .screenAdded, let screen = finding.screenNow { addTexts(of: screen) }
    let place = finding.place ?? "the start"
    Self.count(place, in: &places)
    let parting = finding.parting ?? place
    let isNew = finding.kind == .screenAdded || finding.kind == .leaves || (finding.before == nil && finding.now != nil)
    if let next = finding.nextBefore { Self.count(Way(from: isNew ? parting : place, to: next), in: &waysBefore) }
    if let next = finding.nextNow { Self.count(Way(from: isNew ? place : parting, to: next), in: &waysNow) }
    isAtEnd = isAtEnd && finding.isAtEnd
    for edge in Set(finding.edgesBefore + finding.edgesNow) { taken[edge, default: 0] += 1 }
  }

  /// Takes in the change by which another screen no longer appears, in whose place this one does.
  mutating func replace(_ removed: Change) {
    replaced = removed.titled
    take(removed)
  }

  /// Takes in a change that follows from it, with the walks that see it.
  mutating func take(_ removed: Change) {
    cases += removed.cases.filter { !cases.contains($0) }
    accounts += removed.accounts.filter { !accounts.contains($0) }
    withoutAccount += removed.withoutAccount.filter { !withoutAccount.contains($0) }
    untold = min(untold, removed.untold)
  }

  /// Sentences of one new page that are agreed to.
  private static let mostSentences = 40

  private mutating func addTexts(of screen: Screen) {
    let page = screen.sentences
    var texts = [screen.title].compactMap(\.self) + screen.asked + screen.ticked + page.prefix(Self.mostSentences)
    if page.count > Self.mostSentences { texts.append("\(page.count - Self.mostSentences) more sentences") }
    for text in texts where !shownTexts.contains(text) {
      shownTexts.append(text)
    }
  }

  private static func count<Element>(_ element: Element, in tallies: inout [Tally<Element>]) {
    if let index = tallies.firstIndex(where: { $0.element == element }) {
      tallies[index].count += 1
    } else {
      tallies.append(Tally(element: element))
    }
  }
}
