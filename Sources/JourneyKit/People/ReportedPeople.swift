import Diagnostics
import Encodings
import TenantDecisions

/// People of several reports, put together by what identifies a person, which is kept nowhere else.
struct ReportedPeople {
  /// What is known of one person.
  private struct Person {
    var groups: Set<String> = []
    var factors: Set<String> = []
    var facts: [String: String] = [:]
    /// In which reports the person is, as bits of what these have.
    var hasGroups = false
    var hasFactors = false
  }

  private let settings: PeopleReportSettings
  private let renames: [String: [String]]
  /// What tenants know of people; `nil` without any.
  private let vocabulary: PeopleVocabulary?
  private var people: [Person] = []
  private var places: [String: Int] = [:]
  /// Cells that were taken apart before.
  private var cells: [String: [String]] = [:]
  /// Names of reports that were written in another way.
  private(set) var renamed: Set<String> = []
  private var factCells: [String: [String: String]] = [:]
  /// For each authenticator, where in the report that is read it is first, in bytes.
  private(set) var firstFactors: [String: Int] = [:]

  init(_ settings: PeopleReportSettings, _ vocabulary: PeopleVocabulary?) {
    (self.settings, self.vocabulary) = (settings, vocabulary)
    renames = Dictionary(settings.renames.map { ($0.old, JoinedNames.names(in: $0.new) ?? [$0.new]) }) { first, _ in first }
  }

  var count: Int { people.count }
  /// How many people no report with groups has, and no report with authenticators.
  var withoutGroups: Int { people.count { !$0.hasGroups } }
  var withoutFactors: Int { people.count { !$0.hasFactors } }
  /// Whether someone is in a report with groups and in one with authenticators.
  var hasJoined: Bool { people.contains { $0.hasGroups && $0.hasFactors } }
  var allGroups: Set<String> { people.reduce(into: []) { $0.formUnion($1.groups) } }

  /// Adds one line of a report.
  mutating func add(_ line: [CSVScanner.Cell], _ columns: ReportColumns) throws(CountedLines.Mistake) {
    let place = try place(of: line, columns)
    if let column = columns.places[.groups] {
      people[place].groups.formUnion(try names(line[column], "--groups"))
      people[place].hasGroups = true
    }
    if let column = columns.places[.factors] {
      let names = try names(line[column], "--factors")
      for name in names where firstFactors[name] == nil { firstFactors[name] = line[column].bytes.lowerBound }
      people[place].factors.formUnion(names)
      people[place].hasFactors = true
    }
    for fact in settings.facts {
      guard let column = columns.places[.fact(fact.name)] else { continue }
      let value = try value(line[column], of: fact.name)
      guard people[place].facts.updateValue(value, forKey: fact.name).map({ $0 == value }) ?? true else {
        throw CountedLines.Mistake(
          .badValue, "this person has two values of '\(fact.name)': the other is on a line above, or in another report",
          at: line[column].bytes.lowerBound)
      }
    }
  }

  private mutating func value(_ cell: CSVScanner.Cell, of fact: String) throws(CountedLines.Mistake) -> String {
    if let known = factCells[fact]?[cell.text] { return known }
    let text = CSVText.trimmed(cell.text)
    let value = renamed(text).joined(separator: "+")
    if let kind = PersonalData.kind(of: value) {
      throw CountedLines.Mistake(
        .badValue, "the cell looks as if it had \(kind), and not what --fact is about: name another column", at: cell.bytes.lowerBound)
    }
    if !value.isEmpty, let vocabulary, let known = vocabulary.fact(fact) {
      _ = try vocabulary.values(value, of: known, at: cell.bytes.lowerBound)
    }
    factCells[fact, default: [:]][cell.text] = value
    return value
  }

  private mutating func renamed(_ name: String) -> [String] {
    guard let new = renames[name] else { return [name] }
    renamed.insert(name)
    return new
  }

  private mutating func place(of line: [CSVScanner.Cell], _ columns: ReportColumns) throws(CountedLines.Mistake) -> Int {
    guard let column = columns.places[.person] else {
      people.append(Person())
      return people.count - 1
    }
    let key = CSVText.trimmed(line[column].text).asciiLowercased
    guard !key.isEmpty else {
      throw CountedLines.Mistake(.emptyValue, "the cell that identifies the person is empty", at: line[column].bytes.lowerBound)
    }
    if let place = places[key] { return place }
    places[key] = people.count
    people.append(Person())
    return people.count - 1
  }

  private mutating func names(_ cell: CSVScanner.Cell, _ option: String) throws(CountedLines.Mistake) -> [String] {
    if let known = cells[cell.text] { return known }
    let parts =
      settings.separator.isEmpty
      ? [cell.text] : cell.text.split(separator: settings.separator, omittingEmptySubsequences: false).map(String.init)
    var names: [String] = []
    for part in parts { names += renamed(CSVText.trimmed(part)).filter { !$0.isEmpty } }
    for name in names {
      guard let kind = PersonalData.kind(of: name) else { continue }
      throw CountedLines.Mistake(
        .badValue, "the cell looks as if it had \(kind), and not names for \(option): name another column", at: cell.bytes.lowerBound)
    }
    cells[cell.text] = names
    return names
  }

  /// The first fact of which some person has no value, and how many these are.
  var missingFact: (name: String, people: Int)? {
    for fact in settings.facts {
      let count = people.count { ($0.facts[fact.name] ?? "").isEmpty }
      if count > 0 { return (fact.name, count) }
    }
    return nil
  }

  /// The option whose column has a name of its own for nearly every person; `nil` if none has.
  var personalColumn: String? {
    let facts = settings.facts.filter { fact in
      switch vocabulary?.fact(fact.name)?.kind {
      case .word?, .flag?, .open?: false
      case .names?, nil: true
      }
    }.map { fact in ("--fact \(fact.name)", people.map { Set([$0.facts[fact.name] ?? ""]).subtracting([""]) }) }
    let columns = [("--groups", people.map(\.groups)), ("--factors", people.map(\.factors))] + facts
    return columns.first { PersonalData.areNearlyUnique(Self.numbers($1)) }?.0
  }

  private static func numbers(_ rows: [Set<String>]) -> [[Int]] {
    var numbers: [String: Int] = [:]
    return rows.map { names in
      names.map { name in
        let number = numbers[name] ?? numbers.count
        numbers[name] = number
        return number
      }
    }
  }

  /// The next report begins.
  mutating func beginReport() { firstFactors = [:] }

  /// How many people have the same, in a fixed order.
  ///
  /// - Parameter kept: the groups that are kept; `nil` for all.
  func rows(_ columns: [String], keeping kept: Set<String>?) -> [(cells: [String], count: Int)] {
    var counts: [[String]: Int] = [:]
    for person in people {
      let cells = columns.map { column in
        switch column {
        case "groups": JoinedNames.cell(of: (kept.map(person.groups.intersection) ?? person.groups).sorted())
        case "factors": JoinedNames.cell(of: person.factors.sorted())
        default: person.facts[column] ?? ""
        }
      }
      counts[cells, default: 0] += 1
    }
    return counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
  }
}
