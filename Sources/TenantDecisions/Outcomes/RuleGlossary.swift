/// What the words of a tenant's rules mean: what is so in each situation, and what each authenticator counts as.
package struct RuleGlossary: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var name: String
    package var meaning: String
  }

  /// In the order written.
  package var situations: [Entry]
  package var authenticators: [Entry]

  package init(_ rules: TenantRules) {
    let read = rules.readFacts
    situations = rules.situations.map { name, values in
      var values = rules.complete(values, isOfPerson: false)
      values.words = values.words.filter { read.contains($0.key) }
      values.names = values.names.filter { read.contains($0.key) }
      values.flags = values.flags.filter { read.contains($0.key) }
      let text = RuleWording.text(values)
      return Entry(name: name, meaning: text.isEmpty ? "nothing that rules read" : text)
    }
    authenticators = rules.authenticators.map { Entry(name: $0.name, meaning: RuleWording.text($0)) }
  }
}

extension TenantRules {
  /// The facts that conditions of lists, rules and impossible people read.
  package var readFacts: Set<String> {
    let conditions = lists.values.joined().flatMap { [$0.condition] + $0.rules.map(\.condition) } + impossible
    return Set(conditions.flatMap(\.atoms).map(\.fact))
  }
}
