/// How the cases of a run ended, by what they are about, by tenant, and by owner.
struct RunOverview {
  /// The cases of one name.
  struct Row {
    let name: String
    fileprivate(set) var totals = RunTotals()

    /// How many passed of those that were walked, e.g. `12 of 14`.
    var passed: String { "\(totals.passed + totals.flaky) of \(totals.cases - totals.skipped)" }
    /// Whether some were not as described.
    var isBad: Bool { totals.failed + totals.broken > 0 }
    /// What is to be known of the others, e.g. `2 failed, 1 flaky`; empty if there is nothing.
    var others: String {
      let counts = [(totals.failed, "failed"), (totals.broken, "broken"), (totals.flaky, "flaky"), (totals.skipped, "not walked")]
      return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
  }

  /// All rows of one kind, in the order in which the plan has them.
  struct Part {
    /// What the names are of, e.g. `Tenant`.
    let title: String
    let rows: [Row]
    /// How many rows are left out, in words; `nil` if none is.
    let rest: String?
  }

  /// More rows would not be read.
  private static let maxRows = 40
  /// A run of fewer cases is seen at a glance.
  private static let fewCases = 8

  /// Those that have more than one row; empty for a run of few cases.
  let parts: [Part]

  init(_ report: Report) {
    guard report.cases.count > Self.fewCases else {
      parts = []
      return
    }
    let kinds: [(title: String, name: (ReportedCase) -> String?)] = [
      ("Subject", { Self.subject(of: $0.id) }), ("Tenant", \.planned.tenant), ("Owner", \.planned.owner),
    ]
    parts = kinds.compactMap { kind in
      var places: [String: Int] = [:]
      var rows: [Row] = []
      for reported in report.cases {
        guard let name = kind.name(reported) else { continue }
        let place = places[name, default: rows.count]
        if place == rows.count {
          places[name] = place
          rows.append(Row(name: name))
        }
        rows[place].totals.count(reported.verdict)
      }
      // A row for each case would say nothing.
      guard rows.count > 1 || kind.title == "Owner" && !rows.isEmpty, rows.count * 2 <= report.cases.count else { return nil }
      guard rows.count > Self.maxRows else { return Part(title: kind.title, rows: rows, rest: nil) }
      let (shown, bad) = (Self.worst(rows), rows.count(where: \.isBad))
      let rest = bad > shown.count ? "\(bad - shown.count) of them not as described" : "all of them as described or not walked"
      return Part(title: kind.title, rows: shown, rest: "… and \(rows.count - shown.count) more, \(rest)")
    }
  }

  private static func worst(_ rows: [Row]) -> [Row] {
    let bad = rows.enumerated().sorted { left, right in
      let (one, other) = (left.element.totals, right.element.totals)
      return (other.failed + other.broken, left.offset) < (one.failed + one.broken, right.offset)
    }
    return bad.prefix(maxRows).sorted { $0.offset < $1.offset }.map(\.element)
  }

  /// The first folder of a case's file, or the file: `sign-in` of `sign-in/password#wrong-password`.
  private static func subject(of id: String) -> String {
    String(id.prefix { $0 != "#" }.prefix { $0 != "/" })
  }
}
