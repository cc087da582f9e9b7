import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyScenario

/// Which scenarios use which accounts of live tenants, and what they change of them.
///
/// A live tenant remembers what a scenario does to an account: a new password, a lock-out, a second factor. Other scenarios of the
/// account fail from then on.
struct SharedAccounts {
  private struct Use {
    var scenario: Scenario
    var tenant: String
    var changes: [AccountChange]
  }

  private let project: Project
  private var uses: [Use] = []
  /// What mocks change, by tenant; they are looked at once each.
  private var known: [String: KnownAccountChanges] = [:]

  init(_ project: Project) { self.project = project }

  /// Adds a scenario that is walked on a tenant.
  ///
  /// - Parameter system: the tenant that it was written for, whose mock may show what it changes.
  mutating func add(_ scenario: Scenario, on site: TenantSite, insteadOf system: String?) {
    guard site.isLive, !scenario.accounts.isEmpty else { return }
    var finder = AccountChangeFinder(known: changesKnown(of: site, insteadOf: system))
    uses.append(Use(scenario: scenario, tenant: site.name, changes: finder.changes(of: scenario)))
  }

  /// One for each scenario that changes an account of others.
  var warnings: [Diagnostic] {
    uses.indices.compactMap { place in
      let use = uses[place]
      guard !use.changes.isEmpty else { return nil }
      let names = Set(use.scenario.accounts.map(\.value))
      let others = uses.indices.filter { other in
        other != place && uses[other].tenant == use.tenant && uses[other].scenario.accounts.contains { names.contains($0.value) }
      }
      return others.isEmpty ? nil : warning(of: use, others: others.map { uses[$0].scenario })
    }
  }

  private func warning(of use: Use, others: [Scenario]) -> Diagnostic? {
    let shared = use.scenario.accounts.first { account in others.contains { $0.accounts.contains { $0.value == account.value } } }
    guard let shared, let first = others.first(where: { $0.accounts.contains { $0.value == shared.value } }) else { return nil }
    let more = others.count - 1
    let users =
      more == 0 ? "'\(first.title.spelling)' uses" : "'\(first.title.spelling)' and \(more) other scenario\(more == 1 ? "" : "s") use"
    let message = "the scenario \(use.changes.wording), and \(users) the account '\(shared.value)' of the live tenant '\(use.tenant)' too"
    let place = first.accounts.first { $0.value == shared.value }
    return Diagnostic(
      .harmedAccount, message, at: shared.range, severity: .warning,
      suggestion: "give it an account of its own, or a new person by 'unique_email', or undo the change in 'after'",
      notes: Self.notes(on: use.changes) + [Diagnostic.Note("'\(first.title.spelling)' uses the account", at: place?.range)])
  }

  /// One for each step that changes something.
  private static func notes(on changes: [AccountChange]) -> [Diagnostic.Note] {
    var ranges: [SourceRange] = []
    for change in changes where !ranges.contains(change.range) { ranges.append(change.range) }
    return ranges.map { range in Diagnostic.Note("it \(changes.filter { $0.range == range }.wording) here", at: range) }
  }

  /// What a mock of the same system changes; `nil` if there is none, or it shows other screens.
  private mutating func changesKnown(of site: TenantSite, insteadOf system: String?) -> KnownAccountChanges? {
    var name = system == site.name ? nil : system
    name = name ?? project.tenants?[site.name]?.like?.value
    while let current = name, project.sites[current]?.mock == nil { name = project.tenants?[current]?.like?.value }
    guard let name, let mock = project.sites[name]?.mock, mock.dialect == site.dialect.description.name else { return nil }
    if let changes = known[name] { return changes }
    let changes = KnownAccountChanges(mock)
    known[name] = changes
    return changes
  }
}

extension KnownAccountChanges {
  fileprivate init(_ mock: MockTenant) {
    var changes: [Way: Set<AccountChange.Kind>] = [:]
    for change in mock.accountChanges {
      let kinds = Set(change.details.map { $0 == "password" ? AccountChange.Kind.password : .detail($0) })
      for next in change.next { changes[Way(screen: change.screen, form: change.form, next: next), default: []].formUnion(kinds) }
    }
    self.init(changes: changes, lockScreens: mock.lockScreens, inventory: TenantInventory(mock))
  }
}
