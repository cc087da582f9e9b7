import Diagnostics
import TenantDecisions

/// By which rules an org's own evaluator decides, compared with a mock.
struct SimulatedRules: Sendable {
  /// What an answer says.
  enum Verdict: Sendable, Hashable {
    case same
    /// The org decides in this way, e.g. `decides by 'Portal/Staff'`, as the mock would with an import of today.
    case tenantChanged(String)
    /// The org decides in this way, as an import of today, and the mock's own file changes it.
    case ownFile(String)
    /// The org decides in this way, and an import of today would not.
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
      case .ownFile: 4
      case .mockIsWrong: 5
      }
    }

    /// Whether the org's answer was compared.
    var isAnswer: Bool {
      switch self {
      case .notKnown, .notAsked: false
      case .same, .tenantChanged, .ownFile, .mockIsWrong: true
      }
    }

    /// One word for it in a file.
    var word: String {
      switch self {
      case .same: "same"
      case .tenantChanged: "tenant changed"
      case .ownFile: "changed by the mock's own file"
      case .mockIsWrong: "mock is wrong"
      case .notKnown: "not known"
      case .notAsked: "not asked"
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
    /// The rules by which the mock may decide.
    var mock: [String] = []
  }

  /// What is said where none of the rules holds.
  static let noRule = "none of the rules"

  /// In the order of the rules.
  private(set) var rows: [Row] = []
  /// How many questions were answered.
  var asked = 0
  /// What the mock's rules may have wrong, with the questions that notice it.
  var mistakes: [RuleQuestions.Mistake] = []
  /// The questions with an answer that was compared.
  var answered: Set<Int> = []

  init(_ questions: RuleQuestions) {
    rows = questions.unasked.map { Row(kind: $0.kind, rule: $0.rule, verdict: .notAsked($0.reason)) }
  }

  /// Adds what an answer says of a rule.
  ///
  /// - Parameters:
  ///   - place: of the rule; `nil` if none of the rules is meant.
  ///   - mock: the rules by which the mock may decide.
  mutating func note(_ question: RuleQuestion, _ sequence: RuleSequence, _ place: Int?, _ verdict: Verdict, mock: [String] = []) {
    let rule = place.map(sequence.shortName)
    let row = Row(kind: question.kind, rule: rule, verdict: verdict, example: question.values.wording, app: question.app, mock: mock)
    guard let known = rows.firstIndex(where: { $0.kind == row.kind && $0.rule == rule }) else { return rows.append(row) }
    let (old, new) = (rows[known].verdict, verdict)
    // That one question was not asked is nothing against a rule of which others were answered.
    if old.rank == 1 ? new.rank != 1 : new.rank != 1 && new.rank > old.rank { rows[known] = row }
  }

  /// Those about a rule of the mock, and not about none of them holding.
  var rules: [Row] { rows.filter { $0.rule != nil } }
  /// How many decide as in the mock.
  var same: Int { rules.count { $0.verdict == .same } }
  var isDifferent: Bool { rows.contains { $0.verdict.rank >= 3 } }
  /// Whether something is not known; if no question was answered, nothing is.
  var isNotKnown: Bool { rows.contains { $0.verdict.rank == 2 } || asked == 0 && !rows.isEmpty }
  private var unnoticed: [RuleQuestions.Mistake] { mistakes.filter { $0.noticing.isDisjoint(with: answered) } }
}

extension SimulatedRules {
  /// For a terminal.
  var text: String { lines.map { "\($0)\n" }.joined() }
  /// As a list.
  var markdown: String {
    lines.map { ($0.hasPrefix("  ") ? "  - " : "- ") + MarkdownText.plain(String($0.drop { $0 == " " })) + "\n" }.joined()
  }

  private var lines: [String] {
    var lines = ["\(same) of \(rules.count) rules decide as in the mock (\(asked) question\(asked == 1 ? "" : "s") answered)"]
    for (row, detail) in differing {
      let place = row.kind == .app ? "signing in to \(row.app)" : "by the \(row.kind.rawValue) rules"
      let of = row.example.isEmpty ? "" : " for \(row.example)"
      lines.append(
        "\(Self.heading(row.verdict)): \(place)\(of), the org \(detail), and the mock by \(row.mock.joined(separator: " or "))")
    }
    for case (let row, .notKnown(let reason)) in rows.map({ ($0, $0.verdict) }) {
      lines.append("not known: \(row.kind.rawValue) rule \(row.rule ?? Self.noRule): \(reason)")
    }
    for case (let row, .notAsked(let reason)) in rows.map({ ($0, $0.verdict) }) {
      lines.append("not asked: \(row.kind.rawValue) rule \(row.rule ?? Self.noRule): \(reason)")
    }
    lines += linesOfMistakes
    return lines.map { HarmlessText.line($0, limit: 2000) }
  }

  private static func heading(_ verdict: Verdict) -> String {
    switch verdict {
    case .mockIsWrong: "the mock is wrong"
    case .ownFile: "the mock's own file changes it"
    default: "the tenant changed"
    }
  }

  /// The worst first, each with what the org does.
  private var differing: [(Row, String)] {
    rows.sorted { $0.verdict.rank > $1.verdict.rank }.compactMap { row in
      switch row.verdict {
      case .tenantChanged(let detail), .ownFile(let detail), .mockIsWrong(let detail): (row, detail)
      case .same, .notKnown, .notAsked: nil
      }
    }
  }

  private static let shown = 10

  private var linesOfMistakes: [String] {
    let left = unnoticed
    let count = mistakes.count - left.count
    guard !left.isEmpty else { return ["the answers would notice each of \(mistakes.count) possible small mistakes in the mock's rules"] }
    var rules: [String] = []
    for mistake in left where !rules.contains(mistake.rule) { rules.append(mistake.rule) }
    let lines = rules.prefix(Self.shown).map { rule in
      let own = left.filter { $0.rule == rule }
      return "  \(own.count) in \(rule), for example that \(own[0].wording)"
    }
    return ["the answers would notice \(count) of \(mistakes.count) possible small mistakes in the mock's rules; they would not notice:"]
      + lines + (rules.count > Self.shown ? ["  and those in \(rules.count - Self.shown) more rules"] : [])
  }
}
