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

  /// The names that something is sent with or that decide what is sent, in a fragment's parameters and in variables, too.
  private var sentNames: Set<String> {
    var references = scenario.start.references
    var conditions: [String] = []
    (scenario.before + scenario.steps).forEachStep { step in
      references += step.when.flatMap(\.matcher.references)
      conditions += step.when.map { String($0.name.value.prefix { $0 != "." && $0 != "[" }) }
      switch step.kind {
      case .screen(let screen): references += screen.answers.flatMap(\.value.references) + (screen.press?.value.references ?? [])
      case .token(let token): references += token.press?.value.references ?? []
      case .startAgain, .open, .request, .run, .use, .wait: references += step.kind.references
      case .handOver(let handover): references += handover.returns.references
      case .finish, .error, .expired, .reset, .refreshScreen, .message, .push, .check, .either, .repeated: break
      }
    }
    var names = Set(references.map(\.name) + conditions)
    // A variable may be made of others.
    for _ in scenario.vars {
      for variable in scenario.vars where names.contains(variable.name.value) { names.formUnion(variable.value.references.map(\.name)) }
    }
    return names
  }

  /// No mail comes to an address that is nearly an account's and that is typed nowhere: likely it is misspelt. Any other may be one that the
  /// server knows.
  mutating func checkAbsentMails(_ addresses: Set<String>?) {
    guard let addresses else { return }
    var expected: [(step: Step, address: String)] = []
    (scenario.before + scenario.steps + scenario.after).forEachStep { step in
      guard case .message(let mail) = step.kind, mail.isAbsent, mail.channel == .mail else { return }
      if let address = mail.recipient.constant { expected.append((step, address)) }
    }
    for (step, address) in expected where !addresses.contains(address.lowercased()) {
      guard let meant = ClosestMatch.of(address.lowercased(), in: addresses), Self.isSlip(address.lowercased(), of: meant) else { continue }
      let places =
        Self.count(of: address, in: scenario.file) + (step.range.file == scenario.file ? 0 : Self.count(of: address, in: step.range.file))
      guard places <= expected.count(where: { $0.address == address }) else { continue }
      report(
        .checksNothing, "'\(address)' is not the address of an account, and no step types it, so no mail can come", at: step.range,
        severity: .warning, suggestion: ClosestMatch.suggestion(meant))
    }
  }

  /// Whether only the name or only the host differs, and by a slip of the fingers: people have more addresses than one at a host.
  private static func isSlip(_ address: String, of other: String) -> Bool {
    let (parts, others) = (address.split(separator: "@"), other.split(separator: "@"))
    guard parts.count == 2, others.count == 2 else { return false }
    return parts[0] == others[0] || parts[1] == others[1] && parts[0].count == others[0].count && parts[0].count > 4
  }

  private static func count(of text: String, in file: SourceFile) -> Int {
    let text = text.lowercased()
    return (1...max(1, file.lineCount)).reduce(0) { sum, number in
      sum + (file.line(number)?.lowercased().replacing("%40", with: "@").ranges(of: text).count ?? 0)
    }
  }
}
