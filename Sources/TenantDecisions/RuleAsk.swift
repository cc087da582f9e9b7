/// The kinds of proof that a person can give.
package enum ProofKind: String, Sendable, Hashable, CaseIterable {
  /// Something that the person knows, e.g. a password.
  case knowledge
  /// Something that the person has, e.g. a phone.
  case possession
  /// Something that the person is, e.g. a fingerprint.
  case inherence
}

/// A way to prove who one is, with what it is worth to rules.
package struct KnownAuthenticator: Sendable, Hashable {
  /// As `only`, `not` and `chains` name it, and as facts of people do.
  package var name: String
  package var type: String
  package var method: String
  /// One or several: a push that is released by a fingerprint proves two kinds.
  package var proves: Set<ProofKind>
  /// Of `ProofProperty`, those that it has.
  package var properties: Set<ProofProperty>
  /// Those of its properties that it has on some devices, or in some configurations, alone; it is taken for having them.
  package var sometimes: Set<ProofProperty> = []

  package init(name: String, type: String, method: String, proves: Set<ProofKind>, properties: Set<ProofProperty> = [.presence]) {
    self.name = name
    self.type = type
    self.method = method
    self.proves = proves
    self.properties = properties
  }

  /// On a device, or in a configuration, in which it has no property but those that it always has.
  ///
  /// - Parameter kept: properties that it has there all the same.
  func withoutUncertain(but kept: Set<ProofProperty> = []) -> KnownAuthenticator {
    var least = self
    least.properties.subtract(sometimes.subtracting(kept))
    least.sometimes.formIntersection(kept)
    return least
  }

  /// Whether it is what an account has with its password.
  package var isPassword: Bool { type == "password" || name == "password" }
}

/// What an authenticator can have beyond its kind, and a rule can ask for.
package enum ProofProperty: String, Sendable, Hashable, CaseIterable {
  /// It cannot be moved to another device.
  case deviceBound = "device_bound"
  /// Its key is kept in hardware.
  case hardware
  /// It cannot be given to a page that imitates the real one.
  case phishingResistant = "phishing_resistant"
  /// The device checks who holds it.
  case userVerification = "user_verification"
  /// The person has to do something.
  case presence
}

/// What a proof of one kind has to be.
package struct ProofNeed: Sendable, Hashable {
  /// One of these types; empty for any.
  package var types: Set<String> = []
  /// One of these methods; empty for any.
  package var methods: Set<String> = []
  /// These authenticators alone; empty for any.
  package var only: Set<String> = []
  /// Never these.
  package var not: Set<String> = []
  /// `false`: no such proof has to be given, but those of this kind that do not fit do not count.
  package var isRequired = true
  package var properties: Set<ProofProperty> = []
  /// How long it is good, in seconds; `nil` for what the rule says, and `wholeSession` or more for as long as the session.
  package var again: Int?

  /// A span that no session outlasts: five years.
  package static let wholeSession = 43_800 * 3_600

  package init() {}

  /// Whether the authenticator is such a one, whatever kind it proves.
  package func fits(_ authenticator: KnownAuthenticator) -> Bool {
    (types.isEmpty || types.contains(authenticator.type)) && (methods.isEmpty || methods.contains(authenticator.method))
      && (only.isEmpty || only.contains(authenticator.name)) && !not.contains(authenticator.name)
      && properties.isSubset(of: authenticator.properties)
  }
}

/// What happens to people who have no suitable authenticator.
package enum LackingProof: String, Sendable, Hashable, CaseIterable {
  case setUp = "set_up"
  case deny
  case passOver = "pass_over"
}

/// What one rule asks for. It has no order, but for its chains.
package struct RuleAsk: Sendable, Hashable {
  /// How many different kinds of proof, 1 or 2; `nil` if only the rest matters.
  package var kinds: Int?
  /// One of these has to be satisfied completely: a need for each kind in it. Empty for none.
  package var anyOf: [[ProofKind: ProofNeed]] = []
  /// One of these has to be walked: in each step one of the authenticators. Empty for none.
  package var chains: [[Set<String>]] = []
  /// What happens to people who have no suitable authenticator; `nil` for what the tenant says, which sequences of its rules put in.
  package var lacking: LackingProof?
  /// How long the proofs are good, in seconds; 0: every time; `nil`: as long as the session.
  package var again: Int?
  /// After how long without use they are asked for again, in seconds; `nil` for any time.
  package var unused: Int?

  package init(kinds: Int? = nil) { self.kinds = kinds }
}

extension RuleAsk {
  /// What happens to people who have no suitable authenticator.
  var whenLacking: LackingProof { lacking ?? .setUp }

  /// Whether these authenticators together are enough.
  package func isMet(by given: [KnownAuthenticator]) -> Bool {
    guard chains.isEmpty || chains.contains(where: { Self.isWalked($0, with: given) }) else { return false }
    guard !anyOf.isEmpty else { return covers(given) }
    return anyOf.contains { needs in
      let counted = given.filter { authenticator in
        needs.allSatisfy { $1.isRequired || !authenticator.proves.contains($0) || $1.fits(authenticator) }
      }
      let areMet = needs.allSatisfy { kind, need in
        !need.isRequired || counted.contains { $0.proves.contains(kind) && need.fits($0) }
      }
      return areMet && covers(counted)
    }
  }

  /// Without how long proofs are good: what a person is asked for once.
  package var once: RuleAsk {
    var ask = self
    (ask.again, ask.unused) = (nil, nil)
    ask.anyOf = anyOf.map { needs in
      needs.mapValues { need in
        var need = need
        need.again = nil
        return need
      }
    }
    return ask
  }

  /// Whether it names nothing but a number of kinds.
  package var isBare: Bool { anyOf.isEmpty && chains.isEmpty }

  /// How many kinds of proof everybody who meets it has given.
  var leastKinds: Int {
    if let kinds { return kinds }
    let needsOne = !anyOf.isEmpty && anyOf.allSatisfy { $0.values.contains(where: \.isRequired) }
    return needsOne || !chains.isEmpty ? 1 : 0
  }

  private func covers(_ given: [KnownAuthenticator]) -> Bool {
    given.reduce(into: Set<ProofKind>()) { $0.formUnion($1.proves) }.count >= (kinds ?? 0)
  }

  private static func isWalked(_ chain: [Set<String>], with given: [KnownAuthenticator]) -> Bool {
    chain.allSatisfy { step in given.contains { step.contains($0.name) } }
  }
}
