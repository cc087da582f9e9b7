package import Diagnostics

/// What tenants.yaml says.
package struct TenantsFile: Sendable, Hashable {
  package var file: SourceFile
  /// The tenant of scenarios that name none.
  package var defaultTenant: Located<String>?
  /// In the order written, each with what it takes from the one that it is like.
  package var tenants: [TenantEntry]
  package var allowance: Allowance

  /// What scenarios give up of what the caller's policy allows: they may say less, never more.
  package struct Allowance: Sendable, Hashable {
    /// `nil` for what the policy says.
    package var commands: Bool?
    /// Hosts, or whole addresses, that `request` may be sent to; `nil` for none but the tenants' own.
    package var hosts: [Located<String>]?
    /// `nil` for what the policy says.
    package var probes: Bool?

    package init() {}
  }

  /// The tenant with this name.
  package subscript(name: String) -> TenantEntry? { tenants.first { $0.name.value == name } }
}
