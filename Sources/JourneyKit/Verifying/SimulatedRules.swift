import Diagnostics
import TenantDecisions

/// By which rules an org's own evaluator decides, compared with a mock.
struct SimulatedRules: Sendable {
  /// What an answer says.
  enum Verdict: Sendable, Hashable {
    case same
    /// The org decides by this rule, as it would in a mock that is imported today.
    case tenantChanged(String)
    /// The org decides by this rule, and a mock that is imported today would not.
    case mockIsWrong(String)
    /// Why, lower case and without a full stop.
    case notKnown(String)
    case notAsked(String)

    /// The worst last.
    fileprivate var rank: Int {
      switch self {
      case .same: 0
      case .notAsked: 1
      case .notKnown: 2
      case .tenantChanged: 3
      case .mockIsWrong: 4
      }
    }
  }

  /// One rule of the mock, with the worst of its answers.
  struct Row: Sendable, Hashable {
    var kind: RuleKind
    /// With its list; `nil` where none of the rules of a kind holds.
    var rule: String?
    var verdict: Verdict
    /// The person and situation of the question, as `--who` and `--given` take it.
    var example = ""
    var app = ""
  }

  /// In the order of the rules.
  private(set) var rows: [Row] = []
  private(set) var asked = 0
  /// Mistakes that no question notices, by rule, and how many there can be.
  let unnoticed: [(rule: String, mistakes: [String])]
  let mistakes: Int

  init(_ questions: RuleQuestions) {
    (unnoticed, mistakes) = (questions.unnoticed, questions.mistakes)
    rows = questions.unasked.map { Row(kind: $0.kind, rule: $0.rule, verdict: .notAsked($0.reason)) }
  }

  /// Adds the answer to a question.
  mutating func note(_ question: RuleQuestion, _ sequence: RuleSequence, _ verdict: Verdict) {
    if case .notAsked = verdict {} else { asked += 1 }
    let rule = question.place.map(sequence.shortName)
    let row = Row(kind: question.kind, rule: rule, verdict: verdict, example: question.values.wording, app: question.app)
    guard let place = rows.firstIndex(where: { $0.kind == row.kind && $0.rule == rule }) else { return rows.append(row) }
    // That one question was not asked is nothing against a rule of which others were answered.
    let isAnswered: (Verdict) -> Bool = { if case .notAsked = $0 { false } else { true } }
    if isAnswered(verdict), !isAnswered(rows[place].verdict) || verdict.rank > rows[place].verdict.rank { rows[place] = row }
  }

  /// Those about a rule of the mock, and not about none of them holding.
  var rules: [Row] { rows.filter { $0.rule != nil } }
  /// How many decide as in the mock.
  var same: Int { rules.count { $0.verdict == .same } }
  var isDifferent: Bool { rows.contains { $0.verdict.rank >= 3 } }
  var isNotKnown: Bool { rows.contains { $0.verdict.rank == 2 } }
}

extension SimulatedRules {
  /// For a terminal.
  var text: String { lines.map { "\($0)\n" }.joined() }
  /// As a list.
  var markdown: String { lines.map { "- \(MarkdownText.plain($0.hasPrefix("  ") ? "example: \($0.dropFirst(2))" : $0))\n" }.joined() }

  private var lines: [String] {
    var lines = ["\(same) of \(rules.count) rules decide as in the mock (\(asked) question\(asked == 1 ? "" : "s") answered)"]
    lines += each(4) { rule, row in
      "the mock is wrong: \(Self.subject(row)) the org decides by \(rule), also by its configuration of today, and the mock by \(Self.name(row))"
    }
    lines += each(3) { rule, row in "the tenant changed: \(Self.subject(row)) the org decides by \(rule), and the mock by \(Self.name(row))"
    }
    lines += each(2) { reason, row in "not known: \(row.kind.rawValue) rule \(Self.name(row)): \(reason)" }
    lines += each(1) { reason, row in "not asked: \(row.kind.rawValue) rule \(Self.name(row)): \(reason)" }
    let missed = unnoticed.reduce(0) { $0 + $1.mistakes.count }
    lines.append(
      unnoticed.isEmpty
        ? "these questions would notice each of \(mistakes) possible small mistakes in the mock's rules"
        : "these questions would notice \(mistakes - missed) of \(mistakes) possible small mistakes in the mock's rules; they would not notice:"
    )
    let left = unnoticed.count - Self.shown
    lines += unnoticed.prefix(Self.shown).map { rule, mistakes in
      "  \(mistakes.count) in \(rule), for example that \(mistakes.first ?? "")"
    }
    if left > 0 { lines.append("  and those in \(left) more rules") }
    return lines.map { HarmlessText.line($0, limit: 2000) }
  }

  private static let shown = 10

  /// A line for each row whose verdict has a rank.
  private func each(_ rank: Int, _ line: (String, Row) -> String) -> [String] {
    rows.filter { $0.verdict.rank == rank }.map { line($0.verdict.detail, $0) }
  }

  private static func name(_ row: Row) -> String { row.rule ?? "none of the rules" }

  /// The person it is about, at the beginning of a sentence.
  private static func subject(_ row: Row) -> String {
    let place = row.kind == .app ? "signing in to \(row.app)" : "by the \(row.kind.rawValue) rules"
    return "\(place), for \(row.example),"
  }
}

extension SimulatedRules.Verdict {
  /// The other rule, or the reason; empty where it is the same.
  fileprivate var detail: String {
    switch self {
    case .same: ""
    case .tenantChanged(let rule), .mockIsWrong(let rule): rule
    case .notKnown(let reason), .notAsked(let reason): reason
    }
  }

  /// One word for it in a file.
  var word: String {
    switch self {
    case .same: "same"
    case .tenantChanged: "tenant changed"
    case .mockIsWrong: "mock is wrong"
    case .notKnown: "not known"
    case .notAsked: "not asked"
    }
  }
}
