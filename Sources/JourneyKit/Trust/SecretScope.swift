import JourneyModel

/// The origins to which a walk on a tenant may send secrets.
struct SecretScope: Sendable, Hashable {
  /// The tenant's own origins.
  var own: Set<Origin>
  /// Others that the walk may contact; they get only what the policy lists by name.
  var others: Set<Origin> = []
  /// Whether no policy narrows where its secrets go: of a mock inside the run, which sends no requests, or one that the command
  /// line names.
  var isCallers = false
  /// The name of the mock inside the run that the tenant is; `nil` for any other tenant.
  ///
  /// The project brings its definition, and its screens reveal what was typed. So a policy lists the secrets it gets.
  var mock: String?

  /// Where a secret may go that the policy lets go to these; `nil` for one of which no policy says anything.
  func origins(_ allowed: Set<Origin>?) -> Set<Origin> {
    guard let allowed, !isCallers else { return own }
    return allowed.intersection(own.union(others))
  }
}

extension Secret {
  /// The same secret, which may go at most where the walk may send it.
  func bound(to reach: SecretScope) -> Secret {
    Secret(unsafeText, name: name, origins: reach.origins(origins), source: source, fields: fields)
  }
}

extension Value {
  /// The same value, whose secrets may go at most to the origins of the walk.
  func bound(to reach: SecretScope) -> Value {
    switch self {
    case .secret(let secret):
      .secret(secret.bound(to: reach))
    case .list(let elements): .list(elements.map { $0.bound(to: reach) })
    case .map(let members): .map(members.map { Member($0.name, $0.value.bound(to: reach)) })
    case .null, .bool, .number, .text: self
    }
  }
}
