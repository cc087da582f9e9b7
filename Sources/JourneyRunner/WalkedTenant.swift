/// A tenant that the cases of a run are walked on, and which version of it.
public struct WalkedTenant: Sendable, Hashable {
  public var name: String
  /// The file of its mock, relative to the project; `nil` for a tenant that is not in a file.
  public var mock: String?
  /// `sha256:` and the digest of everything that the mock was read from; two runs with the same one walked the same tenant.
  public var definition: String?

  public init(name: String, mock: String? = nil, definition: String? = nil) {
    self.name = name
    self.mock = mock
    self.definition = definition
  }
}
