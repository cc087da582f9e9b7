import JourneyModel

/// The people of a tenant as they are now: those of its file, then those that registered. They are known by their places.
package struct Accounts: Sendable {
  private var states: [AccountState]
  /// The bytes of what tests wrote for people, about: what their accounts have more than before.
  private var arranged = 0
  /// How many they may be.
  static let bytesLimit = 8 * 1024 * 1024
  /// How many there may be, those that were removed counted too: what clients register must not fill the memory.
  static let limit = 10_000

  init(_ states: [AccountState]) { self.states = states }

  package var count: Int { states.count }

  /// Whether the limit is reached.
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

  /// Whether an account may be written by a test in place of another one; counts it.
  mutating func makeRoom(for account: AccountState, insteadOf before: AccountState?) -> Bool {
    let more = arranged + account.size - (before?.size ?? 0)
    guard more <= Self.bytesLimit || more <= arranged else { return false }
    arranged = max(more, 0)
    return true
  }

  /// The place of another account that has this e-mail address or user name, by which people sign in.
  func place(ofTwin account: AccountState, at own: Int?) -> (place: Int, attribute: AccountAttribute)? {
    for attribute in [AccountAttribute.email, .username] {
      guard let text = account[attribute], !text.isEmpty else { continue }
      for slot in [AccountAttribute.email, .username].map(\.slot) {
        if let place = place(ofText: text, in: slot), place != own { return (place, attribute) }
      }
    }
    return nil
  }

  /// Changes what is kept of an account in place: a copy of the whole table would be made for every fact.
  mutating func change(_ place: Int, _ change: (inout ScopeState) -> Void) { change(&states[place].scope) }
}

extension AccountState {
  /// The bytes of its texts and claims, about.
  var size: Int {
    scope.attributes.reduce(0) { $0 + ($1?.utf8.count ?? 0) } + claims.reduce(0) { $0 + $1.name.utf8.count + Self.size(of: $1.value) }
  }

  private static func size(of value: Value) -> Int {
    switch value {
    case .null, .bool: 8
    case .text(let text), .number(let text): text.utf8.count + 16
    case .secret(let secret): secret.unsafeText.utf8.count + 16
    case .list(let elements): elements.reduce(16) { $0 + size(of: $1) }
    case .map(let members): members.reduce(16) { $0 + $1.name.utf8.count + size(of: $1.value) }
    }
  }
}
