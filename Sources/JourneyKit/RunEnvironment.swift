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

  init(variables: [String: String], secrets: [String: String]) {
    env = .map(variables.sorted { $0.key < $1.key }.map { Value.Member($0.key, .text($0.value)) })
    ownSecrets = secrets.map { Secret($0.value, name: "secret.\($0.key)") }
    self.secrets = variables.merging(secrets) { _, own in own }
  }

  /// The secrets as a walk on these origins may use them.
  func secrets(for origins: Set<Origin>) -> Value {
    .map(
      secrets.sorted { $0.key < $1.key }.map { name, text in
        Value.Member(name, .secret(Secret(text, name: "secret.\(name)", origins: origins)))
      })
  }

  /// What tenants.yaml is bound with: its values are the tenants' own, so that no origin is known yet.
  var bindings: Bindings {
    let secretMap = Value.map(
      secrets.sorted { $0.key < $1.key }.map { Value.Member($0.key, .secret(Secret($0.value, name: "secret.\($0.key)"))) })
    return Bindings(values: ["env": env, "secret": secretMap], generator: SeededGenerator(seed: 0), now: Instant(milliseconds: 0))
  }
}
