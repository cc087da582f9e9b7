package import TenantDecisions

extension Condition<DecisionAtom> {
  /// Conditions that all hold, without what always does.
  package static func allOf(_ parts: [Condition]) -> Condition {
    let rest = parts.filter { $0 != .always }.flatMap { part in if case .all(let inner) = part { inner } else { [part] } }
    if rest.contains(.constant(false)) { return .constant(false) }
    return rest.count == 1 ? rest[0] : rest.isEmpty ? .always : .all(rest)
  }

  /// Conditions of which one holds, without what never does.
  package static func anyOf(_ parts: [Condition]) -> Condition {
    let rest = parts.filter { $0 != .constant(false) }.flatMap { part in if case .any(let inner) = part { inner } else { [part] } }
    if rest.contains(.always) { return .always }
    return rest.count == 1 ? rest[0] : rest.isEmpty ? .constant(false) : .any(rest)
  }

  package static func no(_ part: Condition) -> Condition {
    switch part {
    case .constant(let flag): .constant(!flag)
    case .not(let inner): inner
    default: .not(part)
    }
  }

  /// As a mock tenant writes it.
  package var written: String {
    switch self {
    case .constant(let flag): flag ? "true" : "false"
    case .atom(.word(let fact, let word)): "\(fact) == \(Self.text(word, of: fact))"
    case .atom(let atom): "\(atom)"
    case .not(let inner): "not \(inner.nested)"
    case .all(let parts): parts.map(\.nested).joined(separator: " and ")
    case .any(let parts): Self.alternatives(parts).joined(separator: " or ")
    }
  }

  private var nested: String {
    switch self {
    case .constant, .atom, .not: written
    case .all: "(\(written))"
    case .any(let parts): Self.alternatives(parts).count == 1 ? written : "(\(written))"
    }
  }

  /// A word that a fact is compared with: in quotes if it is one of the source, which may read like a name of something else.
  private static func text(_ word: String, of fact: String) -> String {
    if ["session.risk", "session.device", "session.platform"].contains(fact) { return word }
    return word.contains("'") ? "\"\(word)\"" : "'\(word)'"
  }

  /// Conditions of which one holds; words of one fact that follow each other are a list.
  private static func alternatives(_ parts: [Condition]) -> [String] {
    var texts: [String] = []
    var place = 0
    while place < parts.count {
      guard case .atom(.word(let fact, _)) = parts[place] else {
        texts.append(parts[place].nested)
        place += 1
        continue
      }
      var words: [String] = []
      while place < parts.count, case .atom(.word(fact, let word)) = parts[place] {
        words.append(text(word, of: fact))
        place += 1
      }
      texts.append(words.count == 1 ? "\(fact) == \(words[0])" : "\(fact) in [\(words.joined(separator: ", "))]")
    }
    return texts
  }
}
