import Diagnostics
import TenantDecisions

/// What is known of people by some versions of a tenant's rules.
struct PeopleVocabulary {
  /// What a column is.
  enum Column {
    case fact(DecisionFact)
    case count
  }

  /// Facts of people alone, with the words of every version.
  private var rules = TenantRules()
  private var situations: Set<String> = []

  init(_ versions: [TenantRules]) {
    for version in versions {
      for fact in version.facts.values {
        if fact.isOfPerson { add(fact) } else { situations.formUnion([fact.name, fact.shortName]) }
      }
      for (fact, names) in version.listedNames where fact != "account.groups" { rules.listedNames[fact, default: []].formUnion(names) }
    }
  }

  private mutating func add(_ fact: DecisionFact) {
    guard case .word(let words)? = rules.facts[fact.name]?.kind, case .word(let others) = fact.kind else {
      rules.facts[fact.name] = fact
      return
    }
    rules.facts[fact.name]?.kind = .word(words + others.filter { !words.contains($0) })
  }

  /// A fact of people by its name; `nil` if no version has it.
  func fact(_ name: String) -> DecisionFact? { rules.fact(name, isOfPerson: true) }

  /// Of all facts of people.
  var factNames: [String] { rules.facts.values.map(\.shortName).sorted() }

  private var columns: [String] { ["groups", "factors"] + rules.facts.values.map(\.shortName).sorted() + ["count"] }

  /// What a column of this name has.
  ///
  /// - Parameter place: where it is written.
  func column(_ name: String, at place: Int) throws(CountedLines.Mistake) -> Column {
    if name == "count" { return .count }
    if let fact = rules.fact(name, isOfPerson: true) { return .fact(fact) }
    if situations.contains(name) {
      throw CountedLines.Mistake(
        .unknownKey, "'\(name)' is a fact of situations, and the file is about people: leave the column out", at: place)
    }
    if PersonalData.isHeader(name) {
      throw CountedLines.Mistake(
        .unknownKey, "the column '\(HarmlessText.line(name, limit: 80))' looks as if it had names or numbers of people", at: place,
        suggestion: "'journey people' makes a file of numbers alone")
    }
    if name.contains(where: { ";\t".contains($0) }) {
      throw CountedLines.Mistake(
        .badValue, "the first line has no ',' between its cells", at: place, suggestion: "separate cells by ',', and not by ';' or tabs")
    }
    let advice = NameAdvice(for: name, among: columns)
    // Without a line of names, the first line is about a person.
    let quoted =
      advice.suggestion == nil ? "a column has a name that is not known" : "unknown column '\(HarmlessText.line(name, limit: 80))'"
    throw CountedLines.Mistake(.unknownKey, quoted + advice.expected, at: place, suggestion: advice.suggestion)
  }

  /// What a cell says of a fact.
  ///
  /// - Parameter place: where it is written.
  func values(_ cell: String, of fact: DecisionFact, at place: Int) throws(CountedLines.Mistake) -> FactValues {
    var words = [cell]
    if case .names = fact.kind {
      guard let names = JoinedNames.names(in: cell) else {
        throw CountedLines.Mistake(.badValue, "a name between two '+' is missing; a '+' that is part of a name is written '\\+'", at: place)
      }
      words = names
    }
    for word in words {
      guard let kind = PersonalData.kind(of: word) else { continue }
      throw CountedLines.Mistake(
        .badValue, "the cell looks as if it had \(kind): the file is about numbers of people", at: place,
        suggestion: "'journey people' makes a file of numbers alone")
    }
    var values = FactValues()
    guard let unfit = rules.set(fact, to: words, in: &values).first else { return values }
    let advice = unfit.known.isEmpty ? nil : NameAdvice(for: words[unfit.place], among: unfit.known)
    // What is near to no name may be a person's.
    let message = advice?.suggestion == nil ? Self.unquoted(fact) : HarmlessText.line(unfit.message)
    throw CountedLines.Mistake(.badValue, message + (advice?.expected ?? ""), at: place, suggestion: advice?.suggestion)
  }

  private static func unquoted(_ fact: DecisionFact) -> String {
    switch fact.kind {
    case .names: "the cell has a name that is not one of '\(fact.name)'"
    case .word: "the cell is not a word of '\(fact.name)'"
    case .flag, .open: "'\(fact.name)' is true or false, and the cell is neither"
    }
  }
}
