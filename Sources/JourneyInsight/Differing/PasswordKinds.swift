import JourneyModel

/// The kinds of characters that a password must have, whichever way a protocol says it.
enum PasswordKinds {
  /// The rule that lists them.
  static let rule = "mustContain"
  static let none = "none of these"

  private static let words = [
    "LOWERCASE": "a lowercase letter", "UPPERCASE": "an uppercase letter", "NUMERIC": "a number", "SPECIAL": "a symbol",
  ]
  /// Rules that ask for one of a kind each, with the word for it.
  private static let single = [
    ("minLowerCase", "LOWERCASE"), ("minUpperCase", "UPPERCASE"), ("minNumber", "NUMERIC"), ("minSymbol", "SPECIAL"),
  ]

  /// Rules with one list in place of those that ask for at most one of each kind.
  static func listed(_ rules: [Value.Member]) -> [Value.Member] {
    let found = single.map { name, word in (name, word, rules.first { $0.name == name }?.value) }
    guard !rules.contains(where: { $0.name == rule }), found.allSatisfy({ ["0", "1"].contains($0.2?.digits) }) else { return rules }
    let others = rules.filter { rule in !single.contains { $0.0 == rule.name } }
    return others + [Value.Member(rule, .list(found.filter { $0.2?.digits == "1" }.map { .text($0.1) }))]
  }

  /// A list of kinds in words, e.g. `a lowercase letter and a number`; `nil` for anything else.
  static func text(_ value: Value?) -> String? {
    guard case .list(let kinds)? = value else { return nil }
    let names = kinds.compactMap { $0.text.flatMap { words[$0] } }
    guard names.count == kinds.count else { return nil }
    return names.count < 2 ? names.first ?? none : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }
}

extension Value {
  fileprivate var digits: String? {
    switch self {
    case .number(let spelling), .text(let spelling): spelling
    case .null, .bool, .list, .map, .secret: nil
    }
  }
}
