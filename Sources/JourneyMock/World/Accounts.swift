/// The people of a tenant as they are now: those of its file, then those that registered. They are known by their places.
package struct Accounts: Sendable {
  private var states: [AccountState]
  /// How many there may be, those that were removed counted too: what clients register must not fill the memory.
  static let limit = 10_000

  init(_ states: [AccountState]) { self.states = states }

  package var count: Int { states.count }

  /// Whether there is no room for one more.
  var isFull: Bool { states.count >= Self.limit }

  package subscript(place: Int) -> AccountState {
    get { states[place] }
    set { states[place] = newValue }
  }

  /// The first account that has this text; upper and lower case are one.
  func place(ofText text: String, in slot: AttributeSlot) -> Int? {
    let folded = text.lowercased()
    return states.firstIndex { $0.scope.attributes[slot.index]?.lowercased() == folded }
  }

  /// The account of this name, `sub`, e-mail address or user name; upper and lower case of the latter are one.
  func place(named name: String) -> Int? {
    states.firstIndex { $0.name == name } ?? states.firstIndex { $0[.sub] == name }
      ?? [AccountAttribute.email, .username].lazy.compactMap { place(ofText: name, in: $0.slot) }.first
  }

  /// The place of a new account.
  mutating func add(_ account: AccountState) -> Int {
    states.append(account)
    return states.count - 1
  }

  /// Changes what is kept of an account in place: a copy of the whole table would be made for every fact.
  mutating func change(_ place: Int, _ change: (inout ScopeState) -> Void) { change(&states[place].scope) }
}
