import Encodings
import JourneyModel
import JourneyRunner
import Synchronization
import SystemCalls

/// Leases the accounts of live tenants to one case at a time on this machine, whichever run the case is of.
///
/// Each account has an empty file in the user's cache folder. A run that uses the account has the file's lock, which the system releases
/// when the process ends in any way. A case has one account at most, so no two runs wait for each other. A class with a lock, because all
/// cases of a run share it.
final class AccountLedger: AccountLeases {
  private struct State: Sendable {
    var files: [String: OpenFile] = [:]
    /// The accounts whose use by another run was reported.
    var reported: Set<String> = []
    var problem: String?
    var isUsed = false
  }

  /// `nil` without a folder for the files.
  private let folder: String?
  /// The names of the files, by tenant and account.
  private let names: [String: [String: String]]
  private let said: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - sites: live tenants.
  ///   - said: called with a sentence as soon as a case has to wait, once for each account.
  init(environment: [String: String], sites: [TenantSite], said: @escaping @Sendable (String) -> Void = { _ in }) {
    folder = CacheFolder.path(in: environment).map { "\($0)/accounts" }
    names = Dictionary(sites.map { ($0.name, $0.accountFileNames) }) { first, _ in first }
    self.said = said
    if folder == nil { note(CacheFolder.missing) }
  }

  /// Why other runs on this machine do not know which accounts this one uses; `nil` if they do.
  var problem: String? { state.withLock { $0.isUsed ? $0.problem : nil } }

  func take(_ account: String, of tenant: String) -> AccountLease {
    state.withLock { $0.isUsed = true }
    guard let folder, let name = names[tenant]?[account] else { return .got }
    // The run's own lock looks like that of another one.
    if state.withLock({ $0.files[name] != nil }) { return .hasThisRun }
    do throws(SystemError) {
      let file = try OpenFile(placing: "\(folder)/\(name)")
      switch file.lock() {
      case .got: state.withLock { $0.files[name] = file }
      // Where the file system has no locks, two runs may use one account.
      case .unsupported: file.close()
      case .taken:
        file.close()
        report(account, of: tenant)
        return .hasAnotherRun
      }
    } catch {
      note("a file in '\(folder)' cannot be written: \(error)")
    }
    return .got
  }

  func release(_ account: String, of tenant: String) {
    guard let name = names[tenant]?[account] else { return }
    state.withLock { $0.files.removeValue(forKey: name) }?.close()
  }

  private func report(_ account: String, of tenant: String) {
    let isNew = state.withLock { $0.reported.insert("\(tenant)/\(account)").inserted }
    if isNew { said("the account '\(account)' of '\(tenant)' is in use by another run on this machine; cases that need it wait") }
  }

  private func note(_ reason: String) {
    let sentence = "other runs on this machine do not know which accounts of live tenants this one uses: \(reason)"
    state.withLock { $0.problem = $0.problem ?? sentence }
  }
}

extension TenantSite {
  /// For each account a name that it has in every project: of the tenant's address and the person's own, unreadable to others.
  fileprivate var accountFileNames: [String: String] {
    Dictionary(
      uniqueKeysWithValues: accounts.map { name, value in
        let person = value.text(of: "email") ?? value.text(of: "username") ?? name
        let digest = Digests.sha256("\(issuer)\n\(person.lowercased())")
        return (name, String(Hex.encode(digest).prefix(32)))
      })
  }
}

extension Value {
  fileprivate func text(of member: String) -> String? {
    guard case .map(let members) = self, let value = members.first(where: { $0.name == member })?.value else { return nil }
    return switch value {
    case .text(let text): text
    case .secret(let secret): secret.unsafeText
    case .null, .bool, .number, .list, .map: nil
    }
  }
}
