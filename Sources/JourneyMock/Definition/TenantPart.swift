/// The keys of a tenant's file.
package enum TenantPart: String, Sendable, Hashable, CaseIterable {
  case tenant, extends, speaks, issuer, languages, clients, answers, tokens, limits, faults, policy, facts, attributes, secrets, accounts
  case counters, timers
  case messages, mails, sms, branding, screens, start, everywhere, flow
  case rules, situations, impossible, apps, open, assumed, authenticators, lacking
  case changes
  case factNames = "names"

  package static let names = allCases.map(\.rawValue)

  /// Those of which a tenant has all of its own or all of the one that it extends.
  package static let wholes: Set<TenantPart> = [.speaks, .languages, .clients, .answers, .tokens, .limits]
}

extension TenantPart {
  /// How what a tenant says is put together with what it extends.
  package enum Joining: Sendable, Hashable {
    /// All of it is its own.
    case whole
    /// Each name separately.
    case names
    /// Each value separately, however deep.
    case paths
    /// One list behind the other.
    case items
  }

  package var joining: Joining {
    switch self {
    case .facts, .accounts, .counters, .timers, .messages, .mails, .sms, .screens, .everywhere, .flow, .rules: .names
    case .policy: .paths
    case .faults, .attributes, .secrets: .items
    case .tenant, .extends, .speaks, .issuer, .languages, .clients, .answers, .tokens, .limits, .branding, .start, .changes: .whole
    case .situations, .impossible, .apps, .open, .assumed, .authenticators, .lacking, .factNames: .whole
    }
  }
}
