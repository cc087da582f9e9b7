public import Diagnostics
import Encodings
import JourneyMock
import TenantDecisions

/// Makes numbers of people of the reports of a directory: what identifies a person is in no output and no message.
public struct PeopleReportRun: Sendable {
  /// What is wrong; the places of reports, without their text.
  public internal(set) var diagnostics: [Diagnostic] = []
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
  /// What was guessed, left out or assumed, a line each.
  public private(set) var notes: [String] = []
  /// The CSV file, with one line for all people who have the same.
  public private(set) var text = ""

  public init(_ settings: PeopleReportSettings) {
    let rules = self.rules(settings)
    guard !isRefused else { return }
    var people = ReportedPeople(settings, rules.isEmpty ? nil : PeopleVocabulary(rules))
    let factors = rules.reduce(into: Set<String>()) { $0.formUnion($1.knownFactors) }
    var roles: Set<ReportColumns.Role> = []
    var used: Set<String> = []
    var headers: [String] = []
    for path in settings.reports {
      guard let columns = read(path, settings, &people, &headers, factors) else { return }
      roles.formUnion(columns.places.keys)
      used.formUnion(columns.used)
      notes += columns.guesses.map { "guessed \($0)" }
    }
    checkUsed(settings, used, headers, people)
    check(people, roles, isJoined: settings.reports.count > 1)
    guard !isRefused else { return }
    write(people, settings, roles, rules)
  }

  /// - Parameter factors: what the tenants call authenticators; empty where that is not known.
  private mutating func read(
    _ path: String, _ settings: PeopleReportSettings, _ people: inout ReportedPeople, _ headers: inout [String], _ factors: Set<String>
  ) -> ReportColumns? {
    do throws(CountedLines.Mistake) {
      var lines = try CountedLines(path, separators: Array(",;\t".utf8))
      headers += lines.header.map { CSVText.trimmed($0.text) }
      do throws(CountedLines.Mistake) {
        let columns = try ReportColumns(lines, settings, isJoined: settings.reports.count > 1)
        let first = people.count
        people.beginReport()
        while let line = try lines.next() { try people.add(line, columns) }
        if columns.places[.person] == nil {
          notes.append(
            "each line of '\(path)' is one person: \(Headcount.number(people.count - first)) line\(people.count - first == 1 ? "" : "s")")
        }
        if !factors.isEmpty { checkFactors(people.firstFactors, lines, factors) }
        return columns
      } catch {
        diagnostics.append(lines.diagnostic(error))
      }
    } catch {
      diagnostics.append(CountedLines.diagnostic(error, path))
    }
    return nil
  }

  private static let shown = 10

  /// Authenticators that no tenant knows, each where it is first; only a name that is near to a known one is quoted.
  private mutating func checkFactors(_ found: [String: Int], _ lines: CountedLines, _ known: Set<String>) {
    let unknown = found.filter { !known.contains($0.key) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    for (name, offset) in unknown.prefix(Self.shown) {
      let advice = NameAdvice(for: name, among: known.sorted())
      let subject = advice.suggestion == nil ? "the cell has a name that" : "'\(HarmlessText.line(name))'"
      diagnostics.append(
        lines.diagnostic(
          CountedLines.Mistake(
            .badSelection, "\(subject) is not an authenticator of the tenant\(advice.expected)", at: offset,
            suggestion: advice.suggestion ?? "write what the tenant calls it: --rename 'OLD=NEW'")))
    }
    if unknown.count > Self.shown { refuse("and \(unknown.count - Self.shown) more names that are not authenticators of the tenant", nil) }
  }

  /// A column that no report has is a mistake in writing, and so is a name that no cell has.
  private mutating func checkUsed(_ settings: PeopleReportSettings, _ used: Set<String>, _ headers: [String], _ people: ReportedPeople) {
    let options = [("--person", settings.person), ("--groups", settings.groups), ("--factors", settings.factors)]
    for (option, columns) in options + settings.facts.map({ ("--fact", [$0.column]) }) {
      for column in columns where !used.contains(column) {
        // Without a line of names, the first line is about a person.
        refuse(
          "\(option): no report has a column '\(HarmlessText.line(column))'", nil,
          suggestion: ClosestMatch.suggestion(for: column, in: headers) ?? "look at the first line of the report: it names the columns")
      }
    }
    for (old, _) in settings.renames where !old.isEmpty && !people.renamed.contains(old) {
      diagnostics.append(
        Diagnostic(.nothingFound, "--rename: no cell has '\(HarmlessText.line(old))'", at: nil, severity: .warning))
    }
  }

  private mutating func check(_ people: ReportedPeople, _ roles: Set<ReportColumns.Role>, isJoined: Bool) {
    if people.count == 0 { refuse("the reports have no line about a person", nil) }
    if !roles.contains(.groups), !roles.contains(.factors), !diagnostics.contains(where: { $0.severity == .error }) {
      refuse("no report has a column with groups or authenticators: name one with --groups or --factors", nil)
    }
    if let option = people.personalColumn {
      refuse("\(option): nearly every person has a name there that no other person has, as if these were names of people", nil)
    }
    if isJoined, roles.contains(.groups), roles.contains(.factors), people.count > 0, !people.hasJoined {
      refuse("no person is in a report with groups and in one with authenticators: is what --person names the same in both?", nil)
    }
    if let missing = people.missingFact {
      refuse(
        "--fact: \(Self.number(missing.people)) without a value of '\(missing.name)'", nil,
        suggestion: "write what an empty cell means: --rename '=WORD'")
    }
  }

  private mutating func write(
    _ people: ReportedPeople, _ settings: PeopleReportSettings, _ roles: Set<ReportColumns.Role>, _ rules: [TenantRules]
  ) {
    let columns =
      (roles.contains(.groups) ? ["groups"] : []) + (roles.contains(.factors) ? ["factors"] : []) + settings.facts.map(\.name)
    let kept = rules.isEmpty ? nil : rules.reduce(into: Set<String>()) { $0.formUnion($1.namesRead(of: "account.groups")) }
    let rows = people.rows(columns, keeping: kept)
    var lines = [columns + ["count"]] + rows.map { $0.cells + [String($0.count)] }
    if let kept, roles.contains(.groups) {
      let all = people.allGroups
      let left = all.subtracting(kept).subtracting(["Everyone"])
      // Who counts these people by other rules has to notice that a group was left out.
      if !left.isEmpty {
        lines.append(columns.map { $0 == "groups" ? JoinedNames.cell(of: kept.sorted()) : "" } + ["0"])
        note(left, all, kept)
      }
    }
    text = lines.map { $0.map(CSVText.cell).joined(separator: ",") + "\n" }.joined()
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

  /// How many groups are left out, and those that may only be spelled differently.
  private mutating func note(_ left: Set<String>, _ all: Set<String>, _ kept: Set<String>) {
    let groups = left.count == 1 ? "1 group that no rule reads is" : "\(Headcount.number(left.count)) groups that no rule reads are"
    notes.append("\(groups) left out; the line with the number 0 has the groups that rules read")
    let near = left.sorted().compactMap { name in ClosestMatch.of(name, in: kept).map { (name: name, rules: $0) } }
    // A group that no one is in is the likeliest to be meant.
    let ordered = near.filter { !all.contains($0.rules) } + near.filter { all.contains($0.rules) }
    for (name, rules) in ordered.prefix(Self.shown) {
      notes.append(
        "left out is '\(name)', and rules read '\(rules)': if that is the same, --rename '\(name)=\(JoinedNames.cell(of: [rules]))'")
    }
    if near.count > Self.shown { notes.append("and \(near.count - Self.shown) more that are left out are near to a group that rules read") }
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

  mutating func refuse(_ message: String, _ advice: NameAdvice?, suggestion: String? = nil) {
    diagnostics.append(
      Diagnostic(.badSelection, message + (advice?.expected ?? ""), at: nil, suggestion: suggestion ?? advice?.suggestion))
  }
}
