import JourneyModel
import JourneyRunner

/// What differs for users between two runs of the same cases.
package struct RunDifference: Sendable {
  /// By class, in each those first that most walks saw.
  package var changes: [Change] = []
  /// Cases that both runs walked.
  package private(set) var walks = 0
  /// Cases that took the same way and are known to their end.
  package private(set) var alike = 0
  /// Cases that one of the runs did not walk to where the other one came.
  package private(set) var unknown = 0
  /// Where those ended, in words, with how many of them.
  package private(set) var unknownAt: [String: Int] = [:]
  /// Of those the ones that fragments could continue, by place and reason, each with the ids of its cases.
  package private(set) var incomplete: [IncompleteWalks.End: [String]] = [:]
  /// Where the steps of one side's walks end before those of the other one, with how many of them.
  package private(set) var shorter: [ShorterWalk: Int] = [:]
  /// What walks were filled in with to go on, with how many of them.
  package private(set) var filledIn: [Filling: Int] = [:]
  /// Cases that only one of the runs has.
  package private(set) var onlyBefore = 0
  package private(set) var onlyNow = 0
  /// Cases of which something other than the journey ended a walk, with what did.
  package internal(set) var broken: [(id: String, reason: String)] = []
  /// Whether a run was interrupted, so that the comparison is incomplete.
  package let isInterrupted: Bool
  /// Elements that differ in the definitions, and are the cause of nothing that a walk saw.
  package var unexercised: [UnexercisedDifference] = []
  /// What the rules of mocks ask for differently, a pair of versions each.
  package var rules: [ComparedRules] = []
  /// Who gets tokens from mocks, a pair of versions each.
  package var accounts: [ComparedAccounts] = []
  /// Which promises are kept, a pair of versions each; empty where that was not asked for.
  package var promises: [ComparedPromises] = []
  /// Entries of the list of allowed changes that name none, or agreed to another text.
  package internal(set) var missing: [MissingChange] = []
  /// Edges of mocks that any walk took, screens and ends with tokens that any reached, and `account NAME` of those who walked.
  package private(set) var met: Set<String> = []
  /// What people call the screens that were walked, by id; those with a name only.
  package private(set) var titles: [String: String] = [:]
  package let before: Side
  package let now: Side
  /// How walks that are not known to their end can be led on.
  package var leading = Leading.possible
  /// Tenants with mocks of which the two runs walked different versions, by name.
  package private(set) var otherVersions: [OtherVersion] = []
  /// What each side was walked by, where that is not the same version of `journey`.
  package private(set) var programs: (before: String, now: String)?

  /// How walks can be led on past screens which no scenario knows.
  package enum Leading: Sendable, Hashable {
    /// By fragments, of which none were given.
    case possible
    /// The fragments of this folder did what they could; they begin on these screens.
    case given(String, heads: Set<String>)
    /// Not at all: nothing is walked any more.
    case impossible
  }

  /// A tenant whose mock's files are not what they were.
  package struct OtherVersion: Sendable, Hashable {
    package var tenant: String
    /// The file of the mock.
    package var file: String
  }

  /// A field that a scenario of one version does not know, or knows a text for that is too short.
  package struct Filling: Sendable, Hashable {
    /// As people call it.
    package var field: String
    package var screen: String
    package var isNow: Bool
  }

  /// One of the two runs, as people call it.
  package struct Side: Sendable, Hashable {
    package var name: String
    package var seed: UInt64?

    package init(name: String, seed: UInt64? = nil) {
      self.name = name
      self.seed = seed
    }
  }

  /// - Parameters:
  ///   - again: further runs of the first version: what differs between these does not count.
  ///   - isExact: whether those began at another time and with other random values, and nothing else differs.
  package init(
    _ before: MetRun, as first: Side, _ now: MetRun, as second: Side, again: [MetRun] = [], isExact: Bool = false
  ) {
    (self.before, self.now) = (first, second)
    let runs = [before, now] + again
    let canon = ScreenCanon(origins: Set(runs.flatMap(\.origins)), names: Set(runs.flatMap(\.tenants)))
    let (before, now) = (before.canonical(by: canon), now.canonical(by: canon))
    let controls = again.map { $0.canonical(by: canon) }
    let constant = before.constantWords.merging(now.constantWords) { $0.union($1) }
    isInterrupted = [before, now].contains { $0.end == nil || $0.end?.interruption != nil }
    compareVersions(before.start, now.start)
    var found: [String: Change] = [:]
    var order: [String] = []
    var cut: [MetWalk] = []
    for walk in Array(before.walks.values) + Array(now.walks.values) where walk.isWalked {
      if let account = walk.account { met.insert("account \(account)") }
      for stop in walk.stops {
        met.formUnion(stop.edges)
        if stop.screen != nil || stop.isFinish { met.insert(stop.key) }
      }
    }
    titles = Self.titles(of: [before, now].flatMap { run in run.order.compactMap { run.walks[$0] } })
    for id in now.order {
      guard let new = now.walks[id], new.isWalked else { continue }
      guard let old = before.walks[id], old.isWalked else {
        onlyNow += 1
        continue
      }
      walks += 1
      for filling in Set(old.fillings(isNow: false) + new.fillings(isNow: true)) { filledIn[filling, default: 0] += 1 }
      for case .broken(let reason) in [old.reach, new.reach].prefix(old.reach == new.reach ? 1 : 2) { broken.append((id, reason)) }
      let others = controls.compactMap { $0.walks[id] }.filter { $0.isWalked && $0.planned.tenant == old.planned.tenant }
      let control = WalkControl(of: old, again: others, isExact: isExact, constant: constant)
      let comparison = WalkComparison(old, new, control: control)
      if comparison.isCutShort {
        unknown += 1
        cut.append(new)
        if let shorter = comparison.shorter { self.shorter[shorter, default: 0] += 1 }
        let place = comparison.shorter?.place ?? (new.isKnown ? old : new).stops.last?.name
        unknownAt[place ?? "the start", default: 0] += 1
        if comparison.shorter == nil { incomplete[IncompleteWalks.End(of: new.isKnown ? old : new), default: []].append(id) }
      } else if !comparison.findings.contains(where: { $0.kind.isOfWay }) {
        alike += 1
      }
      for finding in comparison.findings {
        let key = "\(old.planned.tenant):\(finding.key)"
        if found[key] == nil {
          found[key] = Change(id: key, finding)
          order.append(key)
        }
        found[key]?.add(finding, of: new)
      }
    }
    onlyBefore = before.order.count { id in
      (before.walks[id]?.isWalked ?? false) && !(now.walks[id]?.isWalked ?? false)
    }
    let places = Dictionary(uniqueKeysWithValues: ChangeClass.allCases.enumerated().map { ($1, $0) })
    changes = order.compactMap { found[$0] }.enumerated().sorted { left, right in
      let ranks = (places[left.element.meaning] ?? 0, places[right.element.meaning] ?? 0)
      guard ranks.0 == ranks.1 else { return ranks.0 < ranks.1 }
      let opens = (left.element.kind == .endOpened, right.element.kind == .endOpened)
      guard opens.0 == opens.1 else { return opens.0 }
      return (right.element.cases.count, left.offset) < (left.element.cases.count, right.offset)
    }.map(\.element)
    for index in changes.indices where changes[index].kind.isTold(late: true) {
      let cases = Set(changes[index].cases)
      changes[index].untold = cut.count { !cases.contains($0.id) }
    }
  }

  /// Of titles in several languages the one that most walks saw.
  private static func titles(of walks: [MetWalk]) -> [String: String] {
    var seen: [String: [(title: String, count: Int)]] = [:]
    for screen in walks.flatMap(\.stops).compactMap(\.screen) {
      guard let title = screen.title else { continue }
      let titles = seen[screen.id.text] ?? []
      if let index = titles.firstIndex(where: { $0.title == title }) {
        seen[screen.id.text]?[index].count += 1
      } else {
        seen[screen.id.text, default: []].append((title, 1))
      }
    }
    return seen.compactMapValues { titles in titles.max { $0.count < $1.count }?.title }
  }

  private mutating func compareVersions(_ first: RunStart?, _ second: RunStart?) {
    guard let first, let second else { return }
    if first.version != second.version { programs = (first.version, second.version) }
    for tenant in second.tenants {
      guard let old = first.tenants.first(where: { $0.name == tenant.name })?.definition, let new = tenant.definition, old != new else {
        continue
      }
      otherVersions.append(OtherVersion(tenant: tenant.name, file: tenant.mock ?? tenant.name))
    }
  }

  /// What is to be known of the two sides before their changes are read, a line each.
  package var remarks: [String] {
    var lines = otherVersions.map { version in
      "\(before.name) was made with a different version of the mock of '\(version.tenant)': \(version.file), or a file that it reads, "
        + "has changed since"
    }
    let filled = filledIn.sorted { ($1.value, $0.key.screen, $0.key.field) < ($0.value, $1.key.screen, $1.key.field) }
    for (filling, count) in filled {
      let version = filling.isNow ? now.name : before.name
      lines.append(
        "\(Counted.text(count, "walk")) of \(version) filled in '\(filling.field)' on '\(filling.screen)' with something made up, to go on")
    }
    for (end, count) in shorter.sorted(by: { ($1.value, $0.key.place) < ($0.value, $1.key.place) }) {
      let side = end.isNow ? "now" : "before"
      lines.append(
        "\(Counted.text(count, "walk")) \(count == 1 ? "is" : "are") shorter \(side): the scenario ends at \(end.place), "
          + "and on the other side it continues; what the tenant asks after that is not known")
    }
    if let programs { lines.append("the two sides are of two versions of journey, \(programs.before) and \(programs.now)") }
    return lines
  }

  /// All changes that no walk has to see: of accounts first, then of promises and rules, in the order of the tenants.
  package var computedChanges: [ComputedChange] {
    let told = Set(changes.map(\.id))
    return accounts.flatMap { accounts in accounts.changes.filter { !$0.isTold(by: told, of: accounts.before) } }
      + promises.flatMap(\.changes) + rules.flatMap(\.changes)
  }
  /// `account NAME` of each account that is another one now, and of which the rules say what becomes of it.
  package var toldAccounts: Set<String> { Set(rules.flatMap(\.accounts).map { "account \($0)" }) }
  package var ruledDoubts: [ComparedRules.Doubtful] { rules.flatMap(\.doubts) }
  package var peopleDoubts: [ComparedAccounts.Doubtful] { accounts.flatMap(\.doubts) + promises.flatMap(\.doubts) }
  /// What is compared without walking scenarios, in words.
  var computedParts: String {
    [accounts.isEmpty ? nil : "accounts", rules.isEmpty ? nil : "rules"].compactMap(\.self)
      .joined(separator: " and ")
  }
  /// Whether mocks were compared, which needs no walk of a scenario.
  package var comparesMocks: Bool { !rules.isEmpty || !accounts.isEmpty }

  /// How many changes there are of a class.
  package func count(of meaning: ChangeClass) -> Int { changes.count { $0.meaning == meaning } }
}

extension MetWalk {
  /// What was filled in on it that its scenario does not say.
  fileprivate func fillings(isNow: Bool) -> [RunDifference.Filling] {
    stops.flatMap { stop -> [RunDifference.Filling] in
      guard let screen = stop.screen, let answered = stop.answered else { return [] }
      let widgets = screen.forms.flatMap(\.widgets)
      return answered.answers.filter { $0.from == .made }.map { answer in
        let label = widgets.first { $0.id.text == answer.widget }?.label?.visible
        return RunDifference.Filling(field: label ?? answer.widget, screen: screen.id.text, isNow: isNow)
      }
    }
  }
}

extension ChangeKind {
  /// Whether walks that ended early may have shown more of it: what is on a path, not on a screen that was seen.
  fileprivate func isTold(late: Bool) -> Bool {
    switch self {
    case .screenAdded, .screenRemoved, .endClosed, .endOpened, .leaves, .leavesNoMore: late
    default: false
    }
  }
}
