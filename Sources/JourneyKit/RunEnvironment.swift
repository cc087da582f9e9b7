import Encodings
import JourneyLanguage
import JourneyModel

/// What `${env.…}` and `${secret.…}` mean: read once, before anything is walked.
struct RunEnvironment: Sendable {
  /// A map of texts.
  let env: Value
  /// Secrets by name; each may go to the origins of the tenant that it is bound for.
  private let secrets: [String: String]
  /// Those of the secrets file; of the environment nobody knows what is secret until it is asked for.
  let ownSecrets: [Secret]

  /// Where the caller's policy lets each go; `nil` where it does not say.
  private let trust: TrustRules

  /// - Parameter trust: what of the two may be used.
  init(variables: [String: String], secrets: [String: String], trust: TrustRules = TrustRules(policyAt: nil)) {
    self.trust = trust
    let all = variables.merging(secrets) { _, own in own }
    let variables = trust.variables(of: variables)
    env = .map(variables.sorted { $0.key < $1.key }.map { Value.Member($0.key, .text($0.value)) })
    ownSecrets = secrets.map { Secret($0.value, name: "secret.\($0.key)") }
    self.secrets = trust.secrets(of: all)
  }

  /// What is wrong with a `${secret.NAME}` or `${env.NAME}`; `nil` where it has a value.
  func problem(with reference: Reference) -> String? {
    guard case .member(let name)? = reference.path.first else { return nil }
    if reference.isSecret { return secrets[name] == nil ? "the secret '\(name)' is not set" : nil }
    return env[name] == nil ? "the environment variable '\(name)' is not set" : nil
  }

  /// The secrets as a walk on these origins may use them.
  func secrets(for origins: Set<Origin>) -> Value {
    .map(
      secrets.sorted { $0.key < $1.key }.map { name, text in
        let allowed = trust.origins(ofSecret: name).map { $0.intersection(origins) } ?? origins
        return Value.Member(name, .secret(Secret(text, name: "secret.\(name)", origins: allowed)))
      })
  }

  /// What tenants.yaml is bound with: its values are the tenants' own, so that no origin is known yet.
  var bindings: Bindings {
    let secretMap = Value.map(
      secrets.sorted { $0.key < $1.key }.map { name, text in
        Value.Member(name, .secret(Secret(text, name: "secret.\(name)", origins: trust.origins(ofSecret: name))))
      })
    return Bindings(values: ["env": env, "secret": secretMap], generator: SeededGenerator(seed: 0), now: Instant(milliseconds: 0))
  }
}
