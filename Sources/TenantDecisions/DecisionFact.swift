/// A fact that rules read: of the person, of the request, or a flag that configuration cannot decide.
package struct DecisionFact: Sendable, Hashable {
  /// What it can be.
  package enum Kind: Sendable, Hashable {
    /// One of these words, at least one of them; the first where nothing else is said.
    case word([String])
    /// Any number of names, without a limit; empty by default.
    case names
    /// False by default.
    case flag
    /// Decided by something that configuration does not contain; not known by default.
    case open
  }

  /// With its scope, e.g. `account.groups`, `session.zones`, `open.department`.
  package var name: String
  package var kind: Kind
  /// What it means where its name does not say; for an open flag the text that was not understood.
  package var meaning: String?

  package init(name: String, kind: Kind, meaning: String? = nil) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
  }

  /// The fact that says which app people sign in to.
  package static let client = "session.client"

  /// Without its scope, as `--who`, `--given` and `--uses` take it.
  package var shortName: String { name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name }

  /// Whether it is a fact of the person and not of the request.
  package var isOfPerson: Bool { name.utf8.starts(with: "account.".utf8) }
}

/// One thing that is so or not.
package enum DecisionAtom: Sendable, Hashable {
  /// A fact is this word.
  case word(fact: String, String)
  /// Names hold this one.
  case member(fact: String, String)
  case flag(fact: String)
  case open(fact: String)

  /// The fact that it reads.
  package var fact: String {
    switch self {
    case .word(let fact, _), .member(let fact, _), .flag(let fact), .open(let fact): fact
    }
  }
}

extension DecisionAtom: CustomStringConvertible {
  /// As a condition writes it.
  package var description: String {
    switch self {
    case .word(let fact, let word): "\(fact) == \(Self.written(word))"
    case .member(let fact, let name): "\(fact) has \(Self.written(name))"
    case .flag(let fact), .open(let fact): fact
    }
  }

  /// A name in quotes where it is more than one word.
  package static func written(_ name: String) -> String {
    let isWord = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 >= 0x80 || "._-/".utf8.contains($0)
    }
    return isWord && !name.isEmpty ? name : name.utf8.contains(UInt8(ascii: "'")) ? "\"\(name)\"" : "'\(name)'"
  }
}

/// What is known of a person, a situation or both.
package struct FactValues: Sendable, Hashable {
  package var words: [String: String] = [:]
  package var names: [String: Set<String>] = [:]
  /// Flags and open flags; an open flag that is not in it is not known.
  package var flags: [String: Bool] = [:]

  package init(words: [String: String] = [:], names: [String: Set<String>] = [:], flags: [String: Bool] = [:]) {
    self.words = words
    self.names = names
    self.flags = flags
  }

  /// These values, with the others in place of those that both have.
  package func updated(with others: FactValues) -> FactValues {
    FactValues(
      words: words.merging(others.words) { $1 }, names: names.merging(others.names) { $1 }, flags: flags.merging(others.flags) { $1 })
  }

  /// Whether an atom is so; `nil` for an open flag that is not set.
  ///
  /// - Parameter facts: by name, for the word of a fact that is not set.
  package func truth(of atom: DecisionAtom, in facts: [String: DecisionFact]) -> Bool? {
    switch atom {
    case .member(let fact, let name): return names[fact]?.contains(name) ?? false
    case .flag(let fact): return flags[fact] ?? false
    case .open(let fact): return flags[fact]
    case .word(let fact, let word):
      if let own = words[fact] { return own == word }
      guard case .word(let known)? = facts[fact]?.kind else { return false }
      return known.first == word
    }
  }
}
