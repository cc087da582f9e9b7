/// Keeps other runs away from the accounts of live tenants that a run uses.
package protocol AccountLeases: Sendable {
  /// Takes an account for a case, unless another case has it; it never waits.
  func take(_ account: String, of tenant: String) -> AccountLease
  func release(_ account: String, of tenant: String)
}

/// Whether a case gets an account.
package enum AccountLease: Sendable, Hashable {
  case got
  /// This run has it already, under another name of the person.
  case hasThisRun
  case hasAnotherRun
}

/// Deals out the cases of a plan in their order, an account that cases share to one of them at a time.
struct CaseDealer: Sendable {
  /// A case that may run now.
  struct Dealt: Sendable, Hashable {
    /// In the plan.
    var index: Int
    /// The account it got; `nil` for none.
    var account: String?
  }

  private struct SharedAccount: Hashable {
    var tenant: String
    var name: String
  }

  private let cases: [PlannedCase]
  /// Index of the first case that was not considered yet.
  private var cursor = 0
  /// Cases whose accounts were in use at their turn, in order.
  private var heldUp: [Int] = []
  private var busy: Set<SharedAccount> = []
  private let leases: (any AccountLeases)?
  /// Cases that the last call of `next` passed over because other runs have all accounts that they may use, in order.
  private(set) var awaiting: [Int] = []

  /// - Parameter leases: asked for each account that cases share; `nil` where no other run uses them.
  init(_ cases: [PlannedCase], leases: (any AccountLeases)? = nil) {
    self.cases = cases
    self.leases = leases
  }

  /// The first case that has a free account; `nil` if there is none.
  mutating func next() -> Dealt? {
    awaiting = []
    for (place, index) in heldUp.enumerated() {
      guard let dealt = deal(index) else { continue }
      heldUp.remove(at: place)
      return dealt
    }
    while cursor < cases.count {
      let index = cursor
      cursor += 1
      if let dealt = deal(index) { return dealt }
      heldUp.append(index)
    }
    return nil
  }

  /// The case is done with its account.
  mutating func release(_ dealt: Dealt) {
    guard let account = dealt.account else { return }
    let tenant = cases[dealt.index].tenant
    guard busy.remove(SharedAccount(tenant: tenant.name, name: account)) != nil else { return }
    leases?.release(account, of: tenant.name)
  }

  /// A case that is held up is not to be run any more.
  mutating func drop(_ index: Int) { heldUp.removeAll { $0 == index } }

  /// Everything that was not dealt yet, in the order of the plan; nothing is left afterwards.
  mutating func takeRest() -> [Int] {
    let rest = heldUp + Array(cursor..<cases.count)
    heldUp = []
    cursor = cases.count
    return rest
  }

  private mutating func deal(_ index: Int) -> Dealt? {
    let tenant = cases[index].tenant
    guard let first = tenant.accounts.first, cases[index].facts.skipped == nil else { return Dealt(index: index) }
    guard tenant.sharesAccounts else { return Dealt(index: index, account: first) }
    let accounts = tenant.accounts.map { SharedAccount(tenant: tenant.name, name: $0) }
    var isOfThisRun = !busy.isDisjoint(with: accounts)
    for account in accounts where !busy.contains(account) {
      switch leases?.take(account.name, of: tenant.name) ?? .got {
      case .got:
        busy.insert(account)
        return Dealt(index: index, account: account.name)
      case .hasThisRun: isOfThisRun = true
      case .hasAnotherRun: break
      }
    }
    if !isOfThisRun { awaiting.append(index) }
    return nil
  }
}
