/// What a tenant can extend: what all tenants of a dialect share, in the language of tenants.
enum Standard: String, CaseIterable {
  case flow = "journey-flow/standard"

  /// The file's text.
  var text: String {
    switch self {
    case .flow: Self.flowText
    }
  }
}
