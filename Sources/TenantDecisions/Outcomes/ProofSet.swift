/// Authenticators that a person uses together.
struct ProofSet {
  /// So many together are looked at where people have many to choose from.
  private static let most = 3
  /// Of so many that rules tell apart all sets are looked at: a rule can ask for four together.
  private static let few = 8
  /// Of so many that rules tell apart there are 39,000 sets.
  static let mostAuthenticators = 60

  var authenticators: [KnownAuthenticator]

  /// What it is worth: how many kinds, then what cannot be passed on, then how many.
  var strength: [Int] {
    let kinds = authenticators.reduce(into: Set<ProofKind>()) { $0.formUnion($1.proves) }
    let properties: [ProofProperty] = [.phishingResistant, .hardware, .deviceBound, .userVerification]
    return [kinds.count] + properties.map { property in authenticators.contains { $0.properties.contains(property) } ? 1 : 0 }
      + [authenticators.count]
  }

  /// Every set, the weakest first; `nil` if there are too many.
  static func all(of authenticators: [KnownAuthenticator]) -> [ProofSet]? {
    groups(of: authenticators, upTo: mostTogether(of: authenticators.count))?.enumerated().map { place, set in
      (set: ProofSet(authenticators: set), place: place)
    }
    .map { (set: $0.set, order: $0.set.strength + [$0.place]) }
    .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.set)
  }

  /// How many of them are used together at most.
  static func mostTogether(of count: Int) -> Int { count > few ? most : count }

  /// Every way to take some of them, of none up to as many as are ever used together; `nil` if there are too many.
  static func groups<Item>(of items: [Item], upTo most: Int = Self.most) -> [[Item]]? {
    guard items.count <= mostAuthenticators else { return nil }
    var groups: [[Item]] = [[]]
    for item in items { groups += groups.filter { $0.count < most }.map { $0 + [item] } }
    return groups
  }
}

extension TenantRules {
  /// The names, types and methods that rules ask for.
  var askedWords: Set<String> { Set(lists.values.joined().flatMap(\.rules).flatMap(\.outcome.words)) }

  /// Of authenticators that prove the same and that none of the words names, the first.
  func distinctAuthenticators(besides words: Set<String>) -> [KnownAuthenticator] {
    var seen: Set<KnownAuthenticator> = []
    return authenticators.filter { seen.insert($0.told(by: words)).inserted }
  }
}

extension KnownAuthenticator {
  /// Without the name, type and method that rules with these words do not read: equal for those that they cannot tell apart.
  func told(by words: Set<String>) -> KnownAuthenticator {
    var kind = self
    if !words.contains(name) { kind.name = "" }
    if !words.contains(type) { kind.type = "" }
    if !words.contains(method) { kind.method = "" }
    return kind
  }
}

extension RuleOutcome {
  /// The names, types and methods that it reads.
  fileprivate var words: [String] {
    guard case .ask(let ask) = self else { return [] }
    let needs: [ProofNeed] = ask.anyOf.flatMap { Array($0.values) }
    let named: [Set<String>] = needs.flatMap { [$0.types, $0.methods, $0.only, $0.not] } + ask.chains.joined()
    return named.flatMap { Array($0) }
  }
}
