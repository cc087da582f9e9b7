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
  ///   - text: what it is, for people.
  package mutating func condition(_ key: String, name: String, text: String) -> Condition<DecisionAtom> {
    .atom(.open(fact: "open.\(flag(key, name: name, text: text))"))
  }

  private mutating func flag(_ key: String, name: String, text: String) -> String {
    if let flag = known[key] { return flag }
    let slug = SourceText.slug(name, joinedBy: "_")
    let base = slug.isEmpty ? "flag" : slug
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
}
