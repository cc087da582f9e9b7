/// Another tenant that scenarios are run on, as the staging system of the one that they name.
public struct TenantOverride: Sendable, Hashable, CustomStringConvertible {
  /// Whose scenarios are moved; `nil` for those of every tenant of the same dialect.
  public var tenant: String?
  /// The tenant that they are run on.
  public var target: String

  public init(of tenant: String? = nil, to target: String) {
    self.tenant = tenant
    self.target = target
  }

  /// Reads `acme=acme-staging`, or `acme-staging` alone.
  public init(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else {
      self.init(to: text)
      return
    }
    self.init(of: String(text[..<equals]), to: String(text[text.index(after: equals)...]))
  }

  public var description: String { (tenant.map { "\($0)=" } ?? "") + target }

  /// Every tenant that it names.
  var names: [String] { (tenant.map { [$0] } ?? []) + [target] }
}
