package import Diagnostics
package import LocatedYAML

/// The situation of a sign-in as `given` says it: its name, or facts of it. What they mean, the tenant's rules know.
package struct GivenSituation: Sendable, Hashable {
  /// So many facts a situation may have, and ten times as many words of each.
  private static let most = 100

  /// A fact with what it is: one word, several names, or true or false.
  package struct Fact: Sendable, Hashable {
    package var name: Located<String>
    /// Empty for a set that holds nothing.
    package var words: [Located<String>]
  }

  /// The name of a situation that the tenant lists; `nil` where facts are written out.
  package var name: Located<String>?
  /// In the order written.
  package var facts: [Fact]
  package var range: SourceRange

  /// As `given` is read; `nil` where that cannot be, which is reported.
  package static func decode(_ node: YAMLNode, diagnostics: inout [Diagnostic]) -> GivenSituation? {
    switch node {
    case .scalar(let scalar) where scalar.kind != .nothing:
      return GivenSituation(name: Located(scalar.text, at: scalar.range), facts: [], range: scalar.range)
    case .mapping(let mapping) where !mapping.entries.isEmpty:
      var facts: [Fact] = []
      for (place, entry) in mapping.entries.enumerated() {
        guard place < Self.most else {
          diagnostics.append(Diagnostic(.badValue, "'given' has at most \(Self.most) facts", at: entry.key.range))
          break
        }
        if let words = words(entry.value, of: entry.name, &diagnostics) { facts.append(Fact(name: entry.key, words: words)) }
      }
      return GivenSituation(name: nil, facts: facts, range: mapping.range)
    case .scalar, .sequence, .mapping:
      diagnostics.append(
        Diagnostic(
          .wrongType, "'given' takes the name of a situation or a map of facts", at: node.range, suggestion: "write 'given: {risk: high}'"))
      return nil
    }
  }

  private static func words(_ node: YAMLNode, of name: String, _ diagnostics: inout [Diagnostic]) -> [Located<String>]? {
    let items: [YAMLNode] = if case .sequence(let sequence) = node { sequence.items } else { [node] }
    guard items.count <= most * 10 else {
      diagnostics.append(Diagnostic(.badValue, "'\(name)' has at most \(most * 10) words", at: node.range))
      return nil
    }
    var words: [Located<String>] = []
    for item in items {
      guard case .scalar(let scalar) = item, scalar.kind != .nothing else {
        diagnostics.append(Diagnostic(.wrongType, "'\(name)' takes a word or a list of words", at: item.range))
        return nil
      }
      words.append(Located(scalar.text, at: scalar.range))
    }
    return words
  }

  /// Whether another one says all that this says, in the same words.
  package func isSaid(by other: GivenSituation) -> Bool {
    if let name { return name.value == other.name?.value }
    return facts.allSatisfy { fact in
      other.facts.contains { $0.shortName == fact.shortName && Set($0.words.map(\.value)) == Set(fact.words.map(\.value)) }
    }
  }

  /// In one line, e.g. `risk=high, zones=none`.
  package var line: String {
    if let name { return "'\(name.value)'" }
    return facts.map { "\($0.name.value)=\($0.words.isEmpty ? "none" : $0.words.map(\.value).joined(separator: "+"))" }.joined(
      separator: ", ")
  }
}

extension GivenSituation.Fact {
  /// Without `session.`, which may be written or not.
  package var shortName: String { name.value.hasPrefix("session.") ? String(name.value.dropFirst("session.".count)) : name.value }
}
