/// What a tenant can extend: what all tenants of a dialect share, in the language of tenants.
enum Standard: String, CaseIterable {
  case flow = "journey-flow/standard"
  case idx = "okta-idx/standard"

  /// The file's text.
  var text: String {
    switch self {
    case .flow: Self.flowText
    case .idx: Self.idxText
    }
  }

  /// The protocol that tenants speak which extend it.
  var dialect: MockDialect {
    switch self {
    case .flow: .flow
    case .idx: .idx
    }
  }
}

/// A protocol that mocks speak: it decides what a screen may hold and what goes over the wire, never where a journey goes.
enum MockDialect: String, Sendable, Hashable, CaseIterable {
  case flow = "journey-flow"
  case idx = "okta-idx"
}
