import Diagnostics
import Encodings
import TenantDecisions

/// Reads numbers of people: a CSV file with the columns `groups` and `factors`, further facts of accounts, and `count`.
struct PeopleFile {
  /// `nil` if something is wrong.
  private(set) var population: Population?
  /// Errors, and groups of the rules that no one has.
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter rules: those that are asked about these people, of all versions.
  init(_ path: String, for rules: [TenantRules]) {
    do throws(CountedLines.Mistake) {
      var lines = try CountedLines(path)
      do throws(CountedLines.Mistake) {
        var columns = try PeopleColumns(lines.header, PeopleVocabulary(rules))
        while let line = try lines.next() { try columns.read(line) }
        var population = try columns.population()
        try check(population, columns, rules)
        try checkNames(population, columns, rules)
        Self.givePasswords(&population, rules)
        diagnostics = Self.missing(in: population, path, rules) + Self.complete(&population, path, rules)
        self.population = population
      } catch {
        diagnostics = [lines.diagnostic(error)]
      }
    } catch {
      diagnostics = [CountedLines.diagnostic(error, path)]
    }
  }

  /// What the rules say of people has to be true of those who are there.
  private func check(_ population: Population, _ columns: PeopleColumns, _ rules: [TenantRules]) throws(CountedLines.Mistake) {
    for rules in rules {
      for condition in rules.impossible {
        guard let found = population.rows(where: condition, rules.facts) else { continue }
        let who = RuleWording.text(condition, facts: rules.facts)
        throw CountedLines.Mistake(
          .badValue,
          "'impossible' of the tenant rules such people out (\(who)), and the file has \(Headcount.number(found.people)) of them",
          at: columns.rowOffsets[found.first], suggestion: "correct 'impossible', or the file")
      }
    }
  }

  /// Where groups were left out, it is not known who is in one that was not looked for.
  private func checkNames(_ population: Population, _ columns: PeopleColumns, _ rules: [TenantRules]) throws(CountedLines.Mistake) {
    guard !columns.lookedFor.isEmpty else { return }
    let known = (population.names(of: PeopleColumns.groups) ?? []).union(columns.lookedFor)
    let missing = Self.read(rules, besides: known).subtracting(known).sorted()
    guard let first = missing.first else { return }
    let more = missing.count > 1 ? ", and \(missing.count - 1) more groups" : ""
    throw CountedLines.Mistake(
      .nothingFound, "rules read the group '\(first)'\(more), which the file may have left out: who is in it is not known", at: nil,
      suggestion: "make the file with '--tenant BEFORE=NEXT', or without --tenant")
  }

  /// The groups that rules read; of one that has another name in the last version, both are known by either.
  private static func read(_ rules: [TenantRules], besides known: Set<String>) -> Set<String> {
    let fact = PeopleColumns.groups
    var read = rules.reduce(into: Set<String>()) { $0.formUnion($1.namesRead(of: fact)) }
    if let first = rules.first, let last = rules.last {
      for rename in RuleRename.all(from: first, to: last)
      where rename.fact == fact && (known.contains(rename.before) || known.contains(rename.now)) {
        read.subtract([rename.before, rename.now])
      }
    }
    return read
  }

  /// Columns that rules read and the file does not have; rules name few people.
  private static func complete(_ population: inout Population, _ path: String, _ rules: [TenantRules]) -> [Diagnostic] {
    let facts = rules.reduce(into: [String: DecisionFact]()) { $0.merge($1.facts) { first, _ in first } }
    let read = rules.reduce(into: Set<String>()) { $0.formUnion($1.readFacts) }
    let missing = facts.values.filter { fact in
      fact.isOfPerson && read.contains(fact.name) && !population.columns.contains { $0.fact == fact.name }
    }
    return missing.sorted { $0.name < $1.name }.map { fact in
      var effect = "numbers that depend on it are bounds"
      if fact.name == "account.named", case .word(let words) = fact.kind, let unnamed = words.first {
        population.giveAll(unnamed, as: fact.name)
        effect = "everybody counts as '\(unnamed)', that is as a person that rules do not name"
      }
      return Diagnostic(
        .nothingFound, "'\(path)' has no column '\(fact.shortName)', which rules read: \(effect)", at: nil, severity: .warning)
    }
  }

  /// Reports of directories leave out the password, which everybody has then.
  private static func givePasswords(_ population: inout Population, _ rules: [TenantRules]) {
    let passwords = rules.flatMap(\.authenticators).filter(\.isPassword).map(\.name)
    guard let known = population.names(of: "account.factors"), known.isDisjoint(with: passwords) else { return }
    for name in Set(passwords).sorted() { population.give(name, of: "account.factors") }
  }

  private static let shown = 10

  /// Groups that rules read and no one has: if one is only spelled differently, numbers would be too small without a word.
  private static func missing(in population: Population, _ path: String, _ rules: [TenantRules]) -> [Diagnostic] {
    guard let known = population.names(of: PeopleColumns.groups) else { return [] }
    let read = read(rules, besides: known)
    let missing = read.subtracting(known).sorted()
    let others = known.subtracting(read).sorted()
    var found = missing.prefix(shown).map { name in
      CountedLines.Mistake(
        .nothingFound, "no one in '\(path)' is in the group '\(name)', which rules read: is it spelled differently there?", at: nil,
        suggestion: ClosestMatch.of(name, in: others).map { "the file has '\($0)'" })
    }
    if missing.count > shown {
      found.append(CountedLines.Mistake(.nothingFound, "and \(missing.count - shown) more groups that rules read", at: nil))
    }
    return found.map { mistake in
      Diagnostic(mistake.id, mistake.message, at: nil, severity: .warning, suggestion: mistake.suggestion)
    }
  }
}
