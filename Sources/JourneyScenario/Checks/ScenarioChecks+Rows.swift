internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Rows that compare nothing, and messages that cannot arrive.
extension ScenarioChecks {
  /// Rows that are to see the same differ in something that the server gets.
  mutating func checkComparedRows() {
    guard let examples = scenario.examples, examples.indistinguishable, examples.rows.count > 1, let first = examples.rows.first else {
      return
    }
    let columns = Set(examples.rows.flatMap { $0.values.map(\.name.value) }).subtracting([BoundByItself.caseLabel.rawValue])
    let suggestion = "use a column in 'answers' whose value is another one in each row"
    guard columns.contains(where: { name in Set(examples.rows.map { Self.value(name, in: $0) }).count > 1 }) else {
      return report(
        .checksNothing, "the rows have the same values, so the server cannot answer them differently", at: first.range,
        severity: .warning, suggestion: suggestion)
    }
    guard columns.isDisjoint(with: sentNames) else { return }
    report(
      .checksNothing, "no step sends a value of the rows, so the server cannot answer them differently", at: first.range,
      severity: .warning, suggestion: suggestion)
  }

  /// A value as far as the file has it: one with names in it differs from every other.
  private static func value(_ name: String, in row: Scenario.Row) -> Value? {
    row.values.first { $0.name.value == name }.map { $0.value.constant ?? .text("\(row.label)\u{0}") }
  }

  /// The names that something is sent with, in a fragment's parameters, too.
  private var sentNames: Set<String> {
    var references = scenario.start.references
    (scenario.before + scenario.steps).forEachStep { step in
      switch step.kind {
      case .screen(let screen): references += screen.answers.flatMap(\.value.references) + (screen.press?.value.references ?? [])
      case .token(let token): references += token.press?.value.references ?? []
      case .startAgain, .open, .request, .run, .use: references += step.kind.references
      case .handOver(let handover): references += handover.returns.references
      case .finish, .error, .expired, .reset, .refreshScreen, .message, .push, .wait, .check, .either, .repeated: break
      }
    }
    return Set(references.map(\.name))
  }

  /// No mail comes to an address that no account has and that is typed nowhere: likely it is misspelt.
  mutating func checkAbsentMails(_ addresses: Set<String>?) {
    guard let addresses else { return }
    var expected: [(step: Step, address: String)] = []
    (scenario.before + scenario.steps + scenario.after).forEachStep { step in
      guard case .message(let mail) = step.kind, mail.isAbsent, mail.channel == .mail else { return }
      if let address = mail.recipient.constant { expected.append((step, address)) }
    }
    for (step, address) in expected where !addresses.contains(address.lowercased()) {
      let places =
        Self.count(of: address, in: scenario.file) + (step.range.file == scenario.file ? 0 : Self.count(of: address, in: step.range.file))
      guard places <= expected.count(where: { $0.address == address }) else { continue }
      report(
        .checksNothing, "'\(address)' is not the address of an account, and no step types it, so no mail can come", at: step.range,
        severity: .warning, suggestion: ClosestMatch.suggestion(for: address, in: addresses))
    }
  }

  private static func count(of text: String, in file: SourceFile) -> Int {
    (1...max(1, file.lineCount)).reduce(0) { $0 + (file.line($1)?.ranges(of: text).count ?? 0) }
  }
}
