import JourneyRunner

/// One of several runs that share the cases of a selection between them.
public struct RunShard: Sendable, Hashable {
  /// From 1.
  public let number: Int
  /// How many there are; at least `number`.
  public let count: Int

  /// `nil` if the shard does not exist.
  public init?(number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// `2/4` is the second of four; `nil` for anything else.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number: number, of: count)
  }

  /// The cases of this share: dealt out one by one, those that have to be walked by one run together.
  func share(of cases: [PlannedCase]) -> [PlannedCase] {
    var ties = CaseTies(cases)
    var places: [Int: Int] = [:]
    return cases.indices.filter { index in
      let group = ties.first(of: index)
      let place = places[group] ?? places.count
      places[group] = place
      return place % count == number - 1
    }.map { cases[$0] }
  }
}

/// Which cases have to be walked by one run: those that are compared with each other, and those that share an account of a live tenant.
private struct CaseTies {
  private enum Tie: Hashable {
    case rows(String)
    case account(tenant: String, name: String)
  }

  /// For each case an earlier one that it is tied to, or itself.
  private var earlier: [Int]

  init(_ cases: [PlannedCase]) {
    earlier = Array(cases.indices)
    var tied: [Tie: Int] = [:]
    for index in cases.indices {
      for tie in Self.ties(of: cases[index]) {
        if let other = tied[tie] { join(index, other) } else { tied[tie] = index }
      }
    }
  }

  /// The first case of those that it is tied to, over others as well.
  mutating func first(of index: Int) -> Int {
    var first = index
    while earlier[first] != first { first = earlier[first] }
    earlier[index] = first
    return first
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (first(of: one), first(of: other))
    earlier[max(one, other)] = min(one, other)
  }

  private static func ties(of planned: PlannedCase) -> [Tie] {
    let rows = planned.indistinguishableFrom.map { [Tie.rows($0)] } ?? []
    guard planned.tenant.sharesAccounts else { return rows }
    return rows + planned.tenant.accounts.map { .account(tenant: planned.tenant.name, name: $0) }
  }
}
