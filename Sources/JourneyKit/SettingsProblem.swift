/// Why settings make no sense by themselves, whatever the project holds.
public enum SettingsProblem: Error, Sendable, Hashable {
  /// Of a label, in bytes.
  static let maxLabelLength = 100

  /// The expression over tags cannot be read; says why.
  case tags(String)
  /// The pattern for names cannot be read; says why.
  case name(String)
  /// A text is not a place of a scenario; says what one is.
  case place(String)
  /// A text is not an absolute address; says why.
  case mockAddress(String, reason: String)
  case label(String)
  /// A text is not a client of a mock.
  case client(String)
  /// A text is not a duration; says why.
  case duration(String)
  /// The same override is there twice.
  case repeatedTenant(TenantOverride)
  /// The scenarios of one tenant would have to be run on two others.
  case severalTenants(of: String, String, String)

  /// One sentence, lower case, without a full stop.
  ///
  /// - Parameter spelling: what the reader calls settings.
  public func message(_ spelling: SettingSpelling = SettingSpelling()) -> String {
    switch self {
    case .tags(let reason), .place(let reason), .duration(let reason): reason
    case .name(let reason): "\(spelling[.name]): \(reason)"
    case .mockAddress(let text, let reason): "\(spelling[.mockAddresses]) takes an absolute address, not '\(text)': \(reason)"
    case .label(let text):
      "\(spelling[.label]) takes a name of letters, digits, spaces, '-', '_' and '.', with \(Self.maxLabelLength) bytes at most, "
        + "not '\(text)'"
    case .client(let text):
      "\(spelling[.clients]) takes a name and a redirect URI, e.g. shop-web=http://localhost:5173/callback, not '\(text)'"
    case .repeatedTenant(let override): "\(spelling[.tenants]) \(override) is given twice"
    case .severalTenants(let tenant, let first, let second):
      "\(spelling[.tenants]): '\(tenant)' is mapped to '\(first)' and to '\(second)', but a run uses only one of them; "
        + "for both, write 'matrix: {tenant: [\(first), \(second)]}' in the scenario or in '_folder.yaml'"
    }
  }
}

extension SettingsProblem: CustomStringConvertible {
  public var description: String { message() }
}
