import JourneyModel

/// Whom a walk on a tenant may tell secrets.
struct SecretReach: Sendable, Hashable {
  /// The tenant's own origins.
  var own: Set<Origin>
  /// Others that the walk may ask; they are told only what the policy says by name.
  var others: Set<Origin> = []
  /// Whether no policy narrows where its secrets go: of a mock inside of the run, which asks nobody, or one that the command
  /// line names.
  var isCallers = false
  /// The name of the mock inside of the run that the tenant is; `nil` for any other tenant.
  ///
  /// The project brings its definition, and tells by what it shows what was typed. So a policy says which secrets it gets.
  var mock: String?

  /// Where a secret may go that the policy lets go to these; `nil` for one of which no policy says anything.
  func origins(_ allowed: Set<Origin>?) -> Set<Origin> {
    guard let allowed, !isCallers else { return own }
    return allowed.intersection(own.union(others))
  }
}

extension Value {
  /// The same value, whose secrets may go to whom the walk may tell them at most.
  func bound(to reach: SecretReach) -> Value {
    switch self {
    case .secret(let secret):
      .secret(Secret(secret.concealed, name: secret.name, origins: reach.origins(secret.origins), source: secret.source))
    case .list(let elements): .list(elements.map { $0.bound(to: reach) })
    case .map(let members): .map(members.map { Member($0.name, $0.value.bound(to: reach)) })
    case .null, .bool, .number, .text: self
    }
  }
}
