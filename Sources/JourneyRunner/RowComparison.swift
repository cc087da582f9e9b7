/// Holds the rows of `indistinguishable` examples back until all have run, then compares them.
struct RowComparison: Sendable {
  /// A row that has run.
  struct Row: Sendable {
    var index: Int
    var result: CaseResult
    /// What distinguishes it from the first row; empty if nothing does.
    var found: [Mismatch] = []
    /// Whether there was no other row to compare it with.
    var isAlone = false
    /// Whether another row did not pass, or differs from the first one.
    var othersFailed = false
  }

  private let cases: [PlannedCase]
  /// How many rows of a group are still to come.
  private var missing: [String: Int] = [:]
  private var rows: [String: [Row]] = [:]

  init(_ cases: [PlannedCase]) {
    self.cases = cases
    for planned in cases {
      guard let group = planned.indistinguishableFrom else { continue }
      missing[group, default: 0] += 1
    }
  }

  /// Adds a case that has run; returns what can be reported now, in the order of the plan.
  mutating func add(_ result: CaseResult, at index: Int) -> [Row] {
    let row = Row(index: index, result: result)
    guard let group = cases[index].indistinguishableFrom else { return [row] }
    rows[group, default: []].append(row)
    return count(group)
  }

  /// Adds a case that does not run; returns what can be reported now.
  mutating func leaveOut(_ index: Int) -> [Row] {
    cases[index].indistinguishableFrom.map { count($0) } ?? []
  }

  private mutating func count(_ group: String) -> [Row] {
    let left = (missing[group] ?? 0) - 1
    missing[group] = left
    guard left <= 0 else { return [] }
    return compared((rows.removeValue(forKey: group) ?? []).sorted { $0.index < $1.index })
  }

  private func compared(_ rows: [Row]) -> [Row] {
    let passed = rows.filter { $0.result.outcome.result.isAsDescribed }
    guard let first = passed.first, let trace = first.result.trace else { return rows }
    var rows = rows.map { row in
      if passed.count == 1, row.index == first.index {
        var row = row
        row.isAlone = true
        return row
      }
      guard row.index != first.index, row.result.outcome.result.isAsDescribed,
        let difference = row.result.trace?.difference(from: trace)
      else { return row }
      var row = row
      row.found = [
        Mismatch(
          .distinguishable, subject: "what a person sees, compared with '\(cases[first.index].facts.name)'", expected: difference.expected,
          actual: difference.actual, details: difference.details)
      ]
      return row
    }
    for place in rows.indices {
      rows[place].othersFailed = rows.contains { $0.index != rows[place].index && $0.hasFailed }
    }
    return rows
  }
}

extension RowComparison.Row {
  fileprivate var hasFailed: Bool {
    switch result.outcome.result {
    case .failed, .broken: true
    case .passed: !found.isEmpty
    case .skipped: false
    }
  }
}

extension AttemptOutcome.Result {
  /// Whether every step of the case held, whatever the checks found in its exchanges.
  fileprivate var isAsDescribed: Bool {
    switch self {
    case .passed: true
    case .failed(let mismatches): mismatches.allSatisfy { $0.kind == .security }
    case .broken, .skipped: false
    }
  }
}
