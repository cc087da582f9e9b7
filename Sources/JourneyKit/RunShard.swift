import JourneyRunner

/// One of several runs that share the cases of a selection between them.
public struct RunShard: Sendable, Hashable {
  /// From 1.
  public let number: Int
  /// How many there are; at least `number`.
  public let count: Int

  /// `nil` if there is no such shard.
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

  /// The cases of this share: dealt out one by one, those that are compared with each other together.
  func share(of cases: [PlannedCase]) -> [PlannedCase] {
    var dealt = 0
    var places: [String: Int] = [:]
    return cases.filter { planned in
      let key = planned.indistinguishableFrom
      let place = key.flatMap { places[$0] } ?? dealt
      if place == dealt { dealt += 1 }
      if let key { places[key] = place }
      return place % count == number - 1
    }
  }
}
