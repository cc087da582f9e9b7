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

  init(_ cases: [PlannedCase]) { self.cases = cases }

  /// The first case that has a free account; `nil` if there is none.
  mutating func next() -> Dealt? {
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
    busy.remove(SharedAccount(tenant: cases[dealt.index].tenant.name, name: account))
  }

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
    for name in tenant.accounts {
      let account = SharedAccount(tenant: tenant.name, name: name)
      if busy.insert(account).inserted { return Dealt(index: index, account: name) }
    }
    return nil
  }
}
