/// Which promises two versions of a tenant keep.
package struct ComparedPromises: Sendable, Hashable {
  package enum Verdict: Sendable, Hashable {
    case kept, broken, unknown
  }

  /// What is known of a promise on one version.
  package struct Judgement: Sendable, Hashable {
    package var verdict: Verdict
    /// How much was looked at, the path that breaks it, or why it is not known.
    package var note: String

    package init(_ verdict: Verdict, note: String) { (self.verdict, self.note) = (verdict, note) }
  }

  /// A promise about both versions.
  package struct Row: Sendable, Hashable {
    package var id: String
    package var before: Judgement
    package var now: Judgement

    package init(id: String, before: Judgement, now: Judgement) { (self.id, self.before, self.now) = (id, before, now) }
  }

  /// The name of the second version.
  private let now: String
  let rows: [Row]
  /// The promises that the first version keeps and the second one breaks.
  package internal(set) var changes: [ComputedChange]
  /// The promises that the first version keeps, and of which it is not known whether the second one does.
  package internal(set) var doubts: [ComparedAccounts.Doubtful]

  package init(_ before: String, _ now: String, _ rows: [Row]) {
    (self.now, self.rows) = (now, rows)
    doubts = rows.filter { $0.before.verdict == .kept && $0.now.verdict == .unknown }.map { row in
      ComparedAccounts.Doubtful(
        id: "\(before):promise:\(row.id):not-known", people: [],
        sentence: "it is not known whether the promise '\(row.id)' is still kept", reason: row.now.note)
    }
    changes = rows.filter { $0.before.verdict == .kept && $0.now.verdict == .broken }.map { row in
      ComputedChange(
        id: "\(before):promise:\(row.id)", .breaking, "the promise '\(row.id)' is broken", people: [], before: "kept, \(row.before.note)",
        now: row.now.note)
    }
  }

  /// E.g. `promises of acme-next: 9 kept, 1 broken that acme keeps, 1 not known`.
  var line: String {
    let broken = rows.filter { $0.now.verdict == .broken }
    let old = broken.count - changes.count
    let repaired = rows.filter { $0.before.verdict == .broken && $0.now.verdict == .kept }.map { "'\($0.id)'" }
    let doubtful = rows.filter { $0.now.verdict == .unknown }.map { "'\($0.id)'" }
    var parts = [
      "\(rows.count { $0.now.verdict == .kept }) kept" + (repaired.isEmpty ? "" : " (now also \(repaired.joined(separator: ", ")))")
    ]
    if !changes.isEmpty { parts.append("\(changes.count) broken by the change") }
    if old > 0 { parts.append("\(old) broken in both, or not known before") }
    if !doubtful.isEmpty { parts.append("\(doubtful.count) not known: \(doubtful.joined(separator: ", "))") }
    return "promises of \(now): \(parts.joined(separator: ", "))"
  }
}
