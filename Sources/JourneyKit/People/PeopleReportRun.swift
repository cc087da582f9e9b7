public import Diagnostics
import Encodings
import JourneyMock
import TenantDecisions

/// Makes numbers of people of the reports of a directory: what identifies a person is in no output and no message.
public struct PeopleReportRun: Sendable {
  /// What is wrong; the places of reports, without their text.
  public private(set) var diagnostics: [Diagnostic] = []
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
  /// What was guessed, left out or assumed, a line each.
  public private(set) var notes: [String] = []
  /// The CSV file, with one line for all people who have the same.
  public private(set) var text = ""

  public init(_ settings: PeopleReportSettings) {
    let rules = self.rules(settings)
    guard !isRefused else { return }
    var people = ReportedPeople(settings)
    var roles: Set<ReportColumns.Role> = []
    var used: Set<String> = []
    var headers: [String] = []
    for path in settings.reports {
      guard let columns = read(path, settings, &people, &headers) else { return }
      roles.formUnion(columns.places.keys)
      used.formUnion(columns.used)
      notes += columns.guesses.map { "guessed \($0)" }
    }
    checkUsed(settings, used, headers)
    check(people, roles, rules)
    guard !isRefused else { return }
    write(people, settings, roles, rules)
  }

  private mutating func read(
    _ path: String, _ settings: PeopleReportSettings, _ people: inout ReportedPeople, _ headers: inout [String]
  ) -> ReportColumns? {
    do throws(CountedLines.Mistake) {
      var lines = try CountedLines(path, separators: Array(",;\t".utf8))
      headers += lines.header.map { CSVText.trimmed($0.text) }
      do throws(CountedLines.Mistake) {
        let columns = try ReportColumns(lines, settings, isJoined: settings.reports.count > 1)
        while let line = try lines.next() { try people.add(line, columns) }
        return columns
      } catch {
        diagnostics.append(lines.diagnostic(error))
      }
    } catch {
      diagnostics.append(CountedLines.diagnostic(error, path))
    }
    return nil
  }

  /// A column that no report has is a mistake in writing.
  private mutating func checkUsed(_ settings: PeopleReportSettings, _ used: Set<String>, _ headers: [String]) {
    let options = [("--person", settings.person), ("--groups", settings.groups), ("--factors", settings.factors)]
    for (option, columns) in options + settings.facts.map({ ("--fact", [$0.column]) }) {
      for column in columns where !used.contains(column) {
        refuse("\(option): no report has a column '\(HarmlessText.line(column))'", NameAdvice(for: column, among: headers))
      }
    }
  }

  private mutating func check(_ people: ReportedPeople, _ roles: Set<ReportColumns.Role>, _ rules: TenantRules?) {
    if people.count == 0 { refuse("the reports have no line about a person", nil) }
    if !roles.contains(.groups), !roles.contains(.factors), !diagnostics.contains(where: { $0.severity == .error }) {
      refuse("no report has a column with groups or authenticators: name one with --groups or --factors", nil)
    }
    if let option = people.personalColumn {
      refuse("\(option): nearly every person has a name there that no other person has, as if these were names of people", nil)
    }
    if let missing = people.missingFact {
      refuse(
        "--fact: \(Self.number(missing.people)) without a value of '\(missing.name)'", nil,
        suggestion: "write what an empty cell means: --rename '=WORD'")
    }
    guard let rules, roles.contains(.factors) else { return }
    let known = rules.listedNames["account.factors"] ?? Set(rules.authenticators.map(\.name))
    for name in people.allFactors.subtracting(known).sorted() where !known.isEmpty {
      let advice = NameAdvice(for: name, among: known.sorted())
      refuse(
        "'\(HarmlessText.line(name))' is not an authenticator of the tenant\(advice.expected)", nil,
        suggestion: advice.suggestion ?? "write what the tenant calls it: --rename '\(HarmlessText.line(name))=NAME'")
    }
  }

  private mutating func write(
    _ people: ReportedPeople, _ settings: PeopleReportSettings, _ roles: Set<ReportColumns.Role>, _ rules: TenantRules?
  ) {
    let columns =
      (roles.contains(.groups) ? ["groups"] : []) + (roles.contains(.factors) ? ["factors"] : []) + settings.facts.map(\.name)
    let rows = people.rows(columns, keeping: rules?.namesRead(of: "account.groups"))
    let lines = [columns + ["count"]] + rows.map { $0.cells + [String($0.count)] }
    text = lines.map { $0.map(CSVText.cell).joined(separator: ",") + "\n" }.joined()
    if rules != nil, roles.contains(.groups) { notes.append("groups that no rule reads are left out") }
    if roles.contains(.groups), people.withoutGroups > 0 {
      notes.append("\(Self.being(people.withoutGroups)) in no report with groups: counted as in no group")
    }
    if roles.contains(.factors), people.withoutFactors > 0 {
      notes.append("\(Self.being(people.withoutFactors)) in no report with authenticators: counted as having none")
    }
    let few = rows.count { $0.count < Headcount.few }
    notes.append(
      "\(Self.number(people.count)) in \(Headcount.number(rows.count)) line\(rows.count == 1 ? "" : "s"), \(Headcount.number(few)) of them about fewer than \(Headcount.few) people"
    )
  }
}

extension PeopleReportRun {
  private static func number(_ people: Int) -> String { "\(Headcount.number(people)) \(people == 1 ? "person" : "people")" }
  private static func being(_ people: Int) -> String { "\(number(people)) \(people == 1 ? "is" : "are")" }

  /// Whether a file may be written to a path: another file of numbers of people is replaced, and no other CSV file.
  public static func mayReplace(_ path: String) -> Bool {
    do throws(CountedLines.Mistake) {
      return try CountedLines(path).header.last?.text == "count"
    } catch {
      return error.id == .unreadableFile || error.id == .missingKey
    }
  }

  private mutating func rules(_ settings: PeopleReportSettings) -> TenantRules? {
    guard let name = settings.tenant else { return nil }
    let project = Project(settings.run, only: name)
    diagnostics = project.diagnostics.filter { $0.severity == .error }
    guard !isRefused else { return nil }
    guard let site = project.sites[name] else {
      refuse("--tenant: no tenant '\(name)'", NameAdvice(for: name, among: project.sites.keys.sorted()))
      return nil
    }
    guard let rules = site.mock?.ruleSet else {
      refuse("tenant '\(name)' has no rules", nil)
      return nil
    }
    let known = rules.facts.values.filter(\.isOfPerson).map(\.shortName).sorted()
    for fact in settings.facts where rules.fact(fact.name, isOfPerson: true) == nil {
      refuse("--fact: no fact '\(HarmlessText.line(fact.name))' of accounts", NameAdvice(for: fact.name, among: known))
    }
    return rules
  }

  private mutating func refuse(_ message: String, _ advice: NameAdvice?, suggestion: String? = nil) {
    diagnostics.append(
      Diagnostic(.badSelection, message + (advice?.expected ?? ""), at: nil, suggestion: suggestion ?? advice?.suggestion))
  }
}
