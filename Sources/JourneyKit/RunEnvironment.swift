import Diagnostics
import Encodings
import JourneyLanguage
import JourneyModel

/// What `${env.…}` and `${secret.…}` mean: read once, before anything is walked.
struct RunEnvironment: Sendable {
  /// A map of texts: the variables that may be read.
  let env: Value
  /// Everything of the caller's that a policy may name for a command.
  let callers: [String: String]
  /// Those of the secrets file and of the policy, including the variables of its commands; of the rest of the environment it is not known
  /// what is secret until it is used.
  let ownSecrets: [Secret]
  /// Secrets by name; each may go to the origins of the tenant that it is bound for.
  private let secrets: [String: String]
  /// Those that are set and empty: CI services set a secret that a fork may not have to nothing. They count as missing.
  private let emptySecrets: Set<String>
  private let trust: TrustRules
  /// Whether values have to be set, as something is to be walked; else one that is missing is a warning.
  let isNeeded: Bool
  private let spelling: SettingSpelling

  /// - Parameter trust: what of the two may be used.
  init(
    variables: [String: String], secrets: [String: String], trust: TrustRules = TrustRules(), isNeeded: Bool = true,
    spelling: SettingSpelling = SettingSpelling()
  ) {
    self.trust = trust
    self.spelling = spelling
    self.isNeeded = isNeeded
    callers = variables.merging(secrets) { _, own in own }
    let allowed = trust.secrets(of: callers)
    self.secrets = allowed.filter { !$0.value.isEmpty }
    emptySecrets = Set(allowed.filter(\.value.isEmpty).keys)
    let named = trust.policy == nil ? [:] : self.secrets.merging(trust.handedSecrets(of: callers)) { own, _ in own }
    ownSecrets = secrets.merging(named) { own, _ in own }.map { Secret($0.value, name: "secret.\($0.key)") }
    env = .map(trust.variables(of: variables).sorted { $0.key < $1.key }.map { Value.Member($0.key, .text($0.value)) })
  }

  /// The secrets as a walk on a tenant may use them.
  ///
  /// - Parameter reach: the tenant's own origins, and what else the walk may ask.
  func secrets(for reach: SecretScope) -> Value {
    .map(
      secrets.sorted { $0.key < $1.key }.map { name, text in
        if let mock = reach.mock, !trust.tells(name, toMock: mock) { return Value.Member(name, .secret(Self.standIn(name, reach))) }
        return Value.Member(name, .secret(secret(name, text, origins: reach.origins(trust.origins(ofSecret: name)))))
      })
  }

  private func secret(_ name: String, _ text: String, origins: Set<Origin>?) -> Secret {
    Secret(text, name: "secret.\(name)", origins: origins, fields: trust.fields(ofSecret: name))
  }

  /// A mock's placeholder for a secret: it is the same in every run, so that runs can be repeated, and reveals nothing.
  private static func standIn(_ name: String, _ reach: SecretScope) -> Secret {
    let digest = Hex.encode(Digests.sha256("journey stands in for secret.\(name)"))
    return Secret("stand-in-\(digest.prefix(24))", name: "secret.\(name)", origins: reach.own, source: .walk)
  }

  /// Those secrets that are named, each once; they may go nowhere, as they are to be looked for only.
  func secrets(named references: [Reference]) -> [Secret] {
    let names = references.compactMap { reference -> String? in
      guard reference.isSecret, case .member(let name)? = reference.path.first else { return nil }
      return name
    }
    return Set(names).compactMap { name in secrets[name].map { Secret($0, name: "secret.\(name)", origins: []) } }
  }

  /// What tenants.yaml is bound with: its values are the tenants' own, so that no origin is known yet but the policy's.
  var bindings: Bindings {
    let secretMap = Value.map(
      secrets.sorted { $0.key < $1.key }.map { name, text in
        Value.Member(name, .secret(secret(name, text, origins: trust.origins(ofSecret: name))))
      })
    return Bindings(values: ["env": env, "secret": secretMap], generator: SeededGenerator(seed: 0), now: Instant(milliseconds: 0))
  }
}

/// What the environment should have but does not.
extension RunEnvironment {
  /// What is wrong with a `${secret.NAME}` or `${env.NAME}` without a default; `nil` if it has a value.
  func problem(with reference: Reference) -> Diagnostic? {
    guard reference.fallback == nil, reference.isSecret || reference.name == "env", case .member(let name)? = reference.path.first
    else { return nil }
    if let refusal = trust.refusal(ofName: name, isSecret: reference.isSecret) {
      return Diagnostic(.notAllowed, refusal, at: reference.range)
    }
    guard reference.isSecret ? secrets[name] == nil : env[name] == nil else { return nil }
    return notSet(name, reference)
  }

  /// A value that is not set: the file that uses it has no error.
  private func notSet(_ name: String, _ reference: Reference) -> Diagnostic {
    let variable = "set the environment variable \(name)"
    let state = reference.isSecret && emptySecrets.contains(name) ? "set but empty" : "not set"
    return Diagnostic(
      .notSet, "the \(reference.isSecret ? "secret" : "environment variable") '\(name)' is \(state)", at: reference.range,
      severity: isNeeded ? .error : .warning,
      suggestion: reference.isSecret ? "\(variable), or write '\(name)=…' into a file for \(spelling[.secretsFile])" : variable)
  }

  /// What is wrong with a secret that is to go to a tenant, and that the policy lets go elsewhere only; `nil` for nothing.
  func problem(with reference: Reference, on reach: SecretScope) -> Diagnostic? {
    guard reach.mock == nil, reference.isSecret, case .member(let name)? = reference.path.first,
      let allowed = trust.origins(ofSecret: name),
      reach.origins(allowed).isEmpty
    else { return nil }
    let places = allowed.map { "'\($0)'" }.sorted().joined(separator: ", ")
    let tenants = reach.own.map { "'\($0)'" }.sorted().joined(separator: ", ")
    let message = "the policy lets the secret '\(name)' go to \(places.isEmpty ? "no address" : places), not to \(tenants)"
    return Diagnostic(.notAllowed, message, at: reference.range)
  }
}
