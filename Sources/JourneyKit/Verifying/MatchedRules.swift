import TenantDecisions
import TenantImport

/// An org's evaluator that also knows the rules of a mock which have another name in the org today, and mean the same.
struct MatchedRules: RuleEvaluator {
  private let org: any OrgEvaluator
  /// The org's ids of such rules.
  private var renamed: [Rule: String] = [:]

  private struct Rule: Hashable {
    var kind: RuleKind
    var entry: RuleSequence.Entry
  }

  /// - Parameters:
  ///   - mock: the rules that were imported once.
  ///   - today: those that would be imported now.
  init(_ org: some OrgEvaluator, mock: TenantRules, today: TenantRules) {
    self.org = org
    for kind in org.kinds where kind != .app { match(mock.sequence(of: kind), today.sequence(of: kind)) }
    guard org.kinds.contains(.app) else { return }
    for app in mock.apps {
      guard let list = app.list, let other = today.apps.first(where: { $0.name == app.name })?.list else { continue }
      match(mock.sequence(ofAppList: list), today.sequence(ofAppList: other))
    }
  }

  private mutating func match(_ mock: RuleSequence, _ today: RuleSequence) {
    let known = Set(mock.entries.compactMap { org.isKnown($0, mock.kind) ? org.id(of: $0, mock.kind) : nil })
    var left = today.entries.filter { entry in org.id(of: entry, mock.kind).map { !known.contains($0) } ?? false }
    for entry in mock.entries where !org.isKnown(entry, mock.kind) {
      let same = left.firstIndex { $0.condition == entry.condition && $0.rule.outcome == entry.rule.outcome }
      guard let same else { continue }
      renamed[Rule(kind: mock.kind, entry: entry)] = org.id(of: left.remove(at: same), mock.kind)
    }
  }

  var kinds: [RuleKind] { org.kinds }
  var presumed: Set<String> { org.presumed }
  func knows(app: String) -> Bool { org.knows(app: app) }
  func canSay(_ atom: DecisionAtom) -> Bool { org.canSay(atom) }
  func id(of entry: RuleSequence.Entry, _ kind: RuleKind) -> String? {
    renamed[Rule(kind: kind, entry: entry)] ?? org.id(of: entry, kind)
  }
}
