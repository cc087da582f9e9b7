import Diagnostics
import Encodings
import TenantDecisions

/// The columns of a file with numbers of people, as far as it is read.
struct PeopleColumns {
  private struct Column {
    let fact: DecisionFact
    let cell: Int
    var known: [String: Int] = [:]
    var values: [FactValues] = []
    var places: [Int] = []
  }

  private let vocabulary: PeopleVocabulary
  private var columns: [Column] = []
  /// The place of the cell with how many people a row is about; `nil` where each is about one.
  private var counting: Int?
  private var counts: [Int] = []
  private var total = 0
  /// The groups that were looked for, where others were left out; empty where the file has all.
  private(set) var lookedFor: Set<String> = []
  /// For each row, where it begins, in bytes.
  private(set) var rowOffsets: [Int] = []

  init(_ header: [CSVScanner.Cell], _ vocabulary: PeopleVocabulary) throws(CountedLines.Mistake) {
    self.vocabulary = vocabulary
    var names: Set<String> = []
    for (place, cell) in header.enumerated() {
      let (name, offset) = (CSVText.trimmed(cell.text), cell.bytes.lowerBound)
      let isNew: Bool
      switch try vocabulary.column(name, at: offset) {
      case .count:
        counting = place
        isNew = names.insert(name).inserted
      case .fact(let fact):
        columns.append(Column(fact: fact, cell: place))
        isNew = names.insert(fact.name).inserted
      }
      guard isNew else { throw CountedLines.Mistake(.duplicateKey, "two columns are called '\(name)'", at: offset) }
    }
    guard !columns.isEmpty else {
      throw CountedLines.Mistake(.missingKey, "no column says who the people are: write 'groups' or 'factors'", at: 0)
    }
  }

  /// - Parameter line: as many cells as the header has.
  mutating func read(_ line: [CSVScanner.Cell]) throws(CountedLines.Mistake) {
    let count = try count(line)
    guard count > 0 else { return try readNames(line) }
    for place in columns.indices {
      let cell = line[columns[place].cell]
      if let known = columns[place].known[cell.text] {
        columns[place].places.append(known)
        continue
      }
      let text = CSVText.trimmed(CSVText.meaning(of: cell.text))
      let values = try vocabulary.values(text, of: columns[place].fact, at: cell.bytes.lowerBound)
      columns[place].known[cell.text] = columns[place].values.count
      columns[place].places.append(columns[place].values.count)
      columns[place].values.append(values)
    }
    rowOffsets.append(line[0].bytes.lowerBound)
    counts.append(count)
  }

  /// A line about no people: the groups that were looked for.
  private mutating func readNames(_ line: [CSVScanner.Cell]) throws(CountedLines.Mistake) {
    for column in columns {
      let cell = line[column.cell]
      let text = CSVText.trimmed(CSVText.meaning(of: cell.text))
      let isOfGroups = column.fact.name == Self.groups
      guard isOfGroups != text.isEmpty else {
        let message = "a line with the number 0 says which groups were looked for, and has groups alone"
        throw CountedLines.Mistake(.badValue, message, at: cell.bytes.lowerBound)
      }
      guard isOfGroups else { continue }
      lookedFor.formUnion(try vocabulary.values(text, of: column.fact, at: cell.bytes.lowerBound).names[Self.groups] ?? [])
    }
    guard columns.contains(where: { $0.fact.name == Self.groups }) else {
      throw CountedLines.Mistake(.badValue, "'count' is a whole number from 1, without signs", at: line[counting ?? 0].bytes.lowerBound)
    }
  }

  static let groups = "account.groups"

  private mutating func count(_ line: [CSVScanner.Cell]) throws(CountedLines.Mistake) -> Int {
    let cell = line[counting ?? 0]
    var count = 1
    if counting != nil {
      let text = CSVText.trimmed(cell.text)
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isNumber, let number = Int(text) else {
        let isTooLarge = isNumber && Int(text) == nil
        throw CountedLines.Mistake(
          .badValue, isTooLarge ? "the number of people is too large" : "'count' is a whole number from 1, without signs",
          at: cell.bytes.lowerBound)
      }
      count = number
    }
    let (sum, isTooLarge) = total.addingReportingOverflow(count)
    guard !isTooLarge else {
      throw CountedLines.Mistake(.badValue, "the sum of all numbers of people is too large", at: cell.bytes.lowerBound)
    }
    total = sum
    return count
  }

  func population() throws(CountedLines.Mistake) -> Population {
    guard !counts.isEmpty else {
      throw CountedLines.Mistake(.missingKey, "the file has no line below its first one: it is about no people", at: 0)
    }
    for column in columns {
      guard let offset = try firstPersonal(column) else { continue }
      throw CountedLines.Mistake(
        .badValue, "nearly every line has a name in '\(column.fact.shortName)' that no other line has, as if these were names of people",
        at: offset, suggestion: "'journey people' makes a file of numbers alone")
    }
    return Population(
      columns: columns.map { Population.Column(fact: $0.fact.name, values: $0.values, places: $0.places) }, counts: counts)
  }

  /// The first row, if each row of a column is about one person and has a name of its own; `nil` if that is not so.
  private func firstPersonal(_ column: Column) throws(CountedLines.Mistake) -> Int? {
    guard case .names = column.fact.kind, counts.allSatisfy({ $0 == 1 }) else { return nil }
    var numbers: [String: Int] = [:]
    let names = column.values.map { values in
      (values.names[column.fact.name] ?? []).map { name in
        let number = numbers[name] ?? numbers.count
        numbers[name] = number
        return number
      }
    }
    return PersonalData.areNearlyUnique(column.places.map { names[$0] }) ? rowOffsets.first : nil
  }
}
