/// Two versions of a tenant's rules, so that both can be asked about the same person in the same situation.
///
/// What has another meaning in the second version is a separate fact there: for which people both are the same is not known. A name of the
/// first version that has another one in the second, and means the same, is read as that one.
struct MergedRules: Sendable {
  let before: TenantRules
  let now: TenantRules
  /// The facts of both, and the people who cannot be in either.
  private(set) var rules = TenantRules()
  /// What the second version reads in place of an atom that means something else there.
  private let renamed: [DecisionAtom: DecisionAtom]
  /// What only the first version reads: a name that only the second one reads may be another name for one of these.
  private let strangers: Set<DecisionAtom>
  /// Names that are other ones in the second version, by fact and name.
  let renames: [RuleRename]
  /// Open flags that only one version has: nothing says what they would be in the other one.
  let oneSided: Set<DecisionAtom>

  init(_ before: TenantRules, _ now: TenantRules) {
    renames = RuleRename.all(from: before, to: now)
    let before = before.calling(renames)
    (self.before, self.now) = (before, now)
    oneSided = Set(
      Set(before.facts.keys).union(now.facts.keys).filter { name in
        let kinds = [before.facts[name]?.kind, now.facts[name]?.kind]
        return kinds.contains(.open) && kinds.contains(nil)
      }.map { .open(fact: $0) })
    let (read, readNow) = (before.readAtoms, now.readAtoms)
    let strangers = before.strangers(read.subtracting(readNow))
    self.strangers = strangers
    let others = now.strangers(readNow.subtracting(read)).filter { other in strangers.contains { $0.fact == other.fact } }
    let changed = read.intersection(readNow).filter { before.isOther($0, in: now) }.union(others)
    renamed = Dictionary(uniqueKeysWithValues: changed.map { ($0, .open(fact: "changed \($0)")) })
    rules.facts = before.facts.merging(now.facts) { old, new in
      guard case .word(let words) = old.kind, case .word(let others) = new.kind else { return old }
      var fact = new
      fact.kind = .word(words + others.filter { !words.contains($0) })
      return fact
    }
    for (atom, other) in renamed { rules.facts[other.fact] = DecisionFact(name: other.fact, kind: .open, meaning: "\(atom)") }
    let (old, new) = (before.impossible, now.impossible.map(inSecond))
    let (gone, come) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    rules.impossible = old.filter(new.contains)
    if !gone.isEmpty, !come.isEmpty { rules.impossible.append(.all([.any(gone), .any(come)])) }
  }

  /// The facts that replace atoms with another meaning in the second version.
  private var standIns: Set<DecisionAtom> { Set(renamed.values) }

  /// A sequence of the second version as it reads the facts of both.
  func inSecond(_ sequence: RuleSequence) -> RuleSequence {
    guard !renamed.isEmpty else { return sequence }
    return sequence.reading(inSecond)
  }

  /// The atoms whose meaning is not known in both versions.
  var notKnown: Set<DecisionAtom> { standIns.union(oneSided) }

  /// Why it is not known what an atom of `notKnown` is, in words.
  func reason(for atom: DecisionAtom) -> String {
    if let own = renamed.first(where: { $0.value == atom })?.key { return change(of: own) }
    let version = now.facts[atom.fact] == nil ? "the first" : "the second"
    return "only \(version) version has '\(RuleWording.text(.atom(atom), facts: rules.facts))'"
  }

  /// What changed in the meaning of an atom, in words.
  private func change(of atom: DecisionAtom) -> String {
    let what = RuleWording.text(.atom(atom), facts: [:])
    let names = strangers.filter { $0.fact == atom.fact }.map { "'\(RuleWording.text(.atom($0), facts: [:]))'" }.sorted()
    guard before.readAtoms.contains(atom) else {
      return "'\(what)' may be a new name for \(names.prefix(3).joined(separator: " or "))\(names.count > 3 ? " or another one" : "")"
    }
    let (old, new) = (before.meaning(of: atom), now.meaning(of: atom))
    return "what '\(what)' means has changed: \(Self.quoted(old)) → \(Self.quoted(new))"
  }

  private func inSecond(_ condition: Condition<DecisionAtom>) -> Condition<DecisionAtom> { condition.mapped { renamed[$0] ?? $0 } }

  private static func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "not said" }
}

extension MergedRules {
  private static let shown = 3

  /// Which authenticators are others in the second version, in words, e.g. `passkey is not active any more`; `nil` if they are the same.
  var authenticatorChanges: String? {
    let (old, new) = (before.authenticators, now.authenticators)
    let gone = old.filter { one in !new.contains { $0.name == one.name } }.map { "\($0.name) is not active any more" }
    let come = new.filter { one in !old.contains { $0.name == one.name } }.map { "\($0.name) is new" }
    let others = new.filter { one in old.contains { $0.name == one.name && $0 != one } }.map { "what \($0.name) counts as has changed" }
    let texts = gone + come + others
    let rest = texts.count - Self.shown
    return texts.isEmpty ? nil : texts.prefix(Self.shown).joined(separator: ", ") + (rest > 0 ? " and \(rest) more changes" : "")
  }
}

extension TenantRules {
  /// What the rules know of people: the facts that they ask for, and what people have.
  package var factsOfPeople: Set<String> { Set(readAtoms.map(\.fact)).union([ProofConditions.fact]) }

  /// Those that are names of something and not the thing itself: what they mean is said.
  fileprivate func strangers(_ atoms: Set<DecisionAtom>) -> Set<DecisionAtom> {
    atoms.filter { atom in
      if case .member = atom { meaning(of: atom) != nil } else { false }
    }
  }

  /// Whether another version of the tenant means something else by an atom.
  fileprivate func isOther(_ atom: DecisionAtom, in other: TenantRules) -> Bool {
    guard let own = facts[atom.fact], let their = other.facts[atom.fact] else { return false }
    switch (own.kind, their.kind) {
    case (.word, .word), (.names, .names), (.flag, .flag), (.open, .open): return meaning(of: atom) != other.meaning(of: atom)
    default: return true
    }
  }

  /// What an atom means where its name does not say.
  fileprivate func meaning(of atom: DecisionAtom) -> String? {
    switch atom {
    case .member(let fact, let name), .word(let fact, let name): meanings[fact]?[name]
    case .flag(let fact), .open(let fact): facts[fact]?.meaning
    }
  }
}

extension Condition {
  /// With other atoms.
  func mapped(_ atom: (Atom) -> Atom) -> Condition { replacing { .atom(atom($0)) } }

  /// With conditions in place of atoms.
  func replacing(_ atom: (Atom) -> Condition) -> Condition {
    switch self {
    case .constant: self
    case .atom(let own): atom(own)
    case .not(let inner): .not(inner.replacing(atom))
    case .all(let parts): .all(parts.map { $0.replacing(atom) })
    case .any(let parts): .any(parts.map { $0.replacing(atom) })
    }
  }
}
