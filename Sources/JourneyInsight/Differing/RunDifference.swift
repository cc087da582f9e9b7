package import JourneyRunner

/// What people meet otherwise on the second of two runs of the same cases.
package struct RunDifference: Sendable {
  /// By class, in each those that most walks met first.
  package var changes: [Change] = []
  /// Cases that both runs walked.
  package private(set) var walks = 0
  /// Cases that took the same way and are known to their end.
  package private(set) var alike = 0
  /// Cases that one of the runs did not walk to where the other one came.
  package private(set) var unknown = 0
  /// Where those ended, in words, with how many of them.
  package private(set) var unknownAt: [String: Int] = [:]
  /// Cases that only one of the runs has.
  package private(set) var onlyBefore = 0
  package private(set) var onlyNow = 0
  /// Cases of which something other than the journey ended a walk, with what did.
  package private(set) var broken: [(id: String, reason: String)] = []
  /// Whether a run was interrupted, so that this is not all.
  package let isInterrupted: Bool
  /// Elements that differ in the definitions, and that no walk met a difference of.
  package var unmet: [Change.Cause] = []
  /// Entries of the list of allowed changes that name none.
  package internal(set) var missing: [String] = []
  /// Edges of mocks that any walk took, screens and ends with tokens that any met, and `account NAME` of those who walked.
  package private(set) var met: Set<String> = []
  package let before: Side
  package let now: Side

  /// One of the two runs, as people call it.
  package struct Side: Sendable, Hashable {
    package var name: String
    package var seed: UInt64?

    package init(name: String, seed: UInt64? = nil) {
      self.name = name
      self.seed = seed
    }
  }

  package init(_ before: MetRun, as first: Side, _ now: MetRun, as second: Side) {
    (self.before, self.now) = (first, second)
    let canon = ScreenCanon(origins: before.origins.union(now.origins), names: before.tenants.union(now.tenants))
    let (before, now) = (before.canonical(by: canon), now.canonical(by: canon))
    isInterrupted = [before, now].contains { $0.end == nil || $0.end?.interruption != nil }
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
    for id in now.order {
      guard let new = now.walks[id], new.isWalked else { continue }
      guard let old = before.walks[id], old.isWalked else {
        onlyNow += 1
        continue
      }
      walks += 1
      for case .broken(let reason) in [old.reach, new.reach].prefix(old.reach == new.reach ? 1 : 2) { broken.append((id, reason)) }
      let comparison = WalkComparison(old, new)
      if comparison.isCutShort {
        unknown += 1
        cut.append(new)
        unknownAt[(new.isKnown ? old : new).stops.last?.name ?? "the start", default: 0] += 1
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

  /// How many changes there are of a class.
  package func count(of meaning: ChangeClass) -> Int { changes.count { $0.meaning == meaning } }

  /// Marks the changes that are allowed; entries that name no change are kept as missing.
  package mutating func allow(_ reasons: [(id: String, reason: String)]) {
    for (id, reason) in reasons {
      if let index = changes.firstIndex(where: { $0.id == id }) { changes[index].allowed = reason } else { missing.append(id) }
    }
  }
}

extension ChangeKind {
  /// Whether walks that ended early may have met more of it: what is on a way, not on a screen that was seen.
  fileprivate func isTold(late: Bool) -> Bool {
    switch self {
    case .screenAdded, .screenRemoved, .endClosed, .endOpened, .leaves, .leavesNoMore: late
    default: false
    }
  }
}
