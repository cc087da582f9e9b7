/// A number with the noun that it counts.
enum Counted {
  /// E.g. `1 walk`, `2 walks`.
  static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// E.g. `1 walk is`, `2 walks are`.
  static func being(_ count: Int, _ noun: String) -> String { "\(text(count, noun)) \(count == 1 ? "is" : "are")" }
}
