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
        Self.givePasswords(&population, rules)
        diagnostics = Self.missing(in: population, path, rules)
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

  /// Reports of directories leave out the password, which everybody has then.
  private static func givePasswords(_ population: inout Population, _ rules: [TenantRules]) {
    let passwords = rules.flatMap(\.authenticators).filter(\.isPassword).map(\.name)
    guard let known = population.names(of: "account.factors"), known.isDisjoint(with: passwords) else { return }
    for name in Set(passwords).sorted() { population.give(name, of: "account.factors") }
  }

  private static let shown = 10

  /// Groups that rules read and no one has: if one is only spelled differently, numbers would be too small without a word.
  private static func missing(in population: Population, _ path: String, _ rules: [TenantRules]) -> [Diagnostic] {
    let fact = "account.groups"
    guard let known = population.names(of: fact) else { return [] }
    var read = rules.reduce(into: Set<String>()) { $0.formUnion($1.namesRead(of: fact)) }
    if let first = rules.first, let last = rules.last {
      for rename in RuleRename.all(from: first, to: last)
      where rename.fact == fact && (known.contains(rename.before) || known.contains(rename.now)) {
        read.subtract([rename.before, rename.now])
      }
    }
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
