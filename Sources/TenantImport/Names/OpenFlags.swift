package import TenantDecisions

/// The open flags of an import: one for each thing that configuration does not decide.
package struct OpenFlags: Sendable {
  package private(set) var flags: [(name: String, text: String)] = []
  private var known: [String: String] = [:]
  private var taken: Set<String> = []

  package init() {}

  /// That a thing is so.
  ///
  /// - Parameters:
  ///   - key: equal for the same thing.
  ///   - name: what it is called, as far as the flag's name can be.
  ///   - other: what it is called where that is too short to be of use, or is the name of another flag.
  ///   - text: what it is, for people.
  package mutating func condition(_ key: String, name: String, or other: String? = nil, text: String) -> Condition<DecisionAtom> {
    .atom(.open(fact: "open.\(flag(key, names: [name] + (other.map { [$0] } ?? []), text: text))"))
  }

  private mutating func flag(_ key: String, names: [String], text: String) -> String {
    if let flag = known[key] { return flag }
    let slugs = names.map { SourceText.slug($0, joinedBy: "_") }.filter(Self.saysSomething)
    let base = slugs.first { !taken.contains($0) } ?? slugs.last ?? "flag"
    var flag = base
    var number = 2
    while !taken.insert(flag).inserted {
      flag = "\(base)_\(number)"
      number += 1
    }
    known[key] = flag
    flags.append((flag, SourceText.whole(text)))
    return flag
  }

  /// Whether it is more than a letter or a number, and not a word that YAML or conditions read as something else.
  private static func saysSomething(_ slug: String) -> Bool {
    slug.count(where: \.isLetter) > 2 && !words.contains(slug)
  }

  private static let words: Set<String> = ["and", "false", "has", "not", "null", "off", "true", "yes"]
}
