/// A number with the noun that it counts.
package enum Counted {
  /// E.g. `1 walk`, `2 walks`.
  static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// E.g. `1 walk is`, `2 walks are`.
  static func being(_ count: Int, _ noun: String) -> String { "\(text(count, noun)) \(count == 1 ? "is" : "are")" }

  /// E.g. `1st`, `12th`.
  package static func ordinal(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: "\(number)st"
    case (2, let rest) where rest != 12: "\(number)nd"
    case (3, let rest) where rest != 13: "\(number)rd"
    default: "\(number)th"
    }
  }
}
