/// Where a journey can be, packed into bits: the state, who is known, and whatever some condition asks for.
struct JourneyMoment: Sendable, Hashable {
  /// Who a journey is about.
  enum Person: Sendable, Hashable {
    case nobody
    /// A person who registered.
    case created
    /// An account of the tenant's file, by its place.
    case account(Int)
  }

  /// Where a code comes from.
  enum CodeSource: Sendable, Hashable {
    case app
    /// By the message's place.
    case mail(Int)
  }

  var state: Int
  var person = Person.nobody
  var session: UInt64
  var account: UInt64 = 0
  var device: UInt64 = 0
  /// Whether a link began the journey, where that keeps it from tokens.
  var isWithoutTokens = false
  /// How often what a promise counts has happened; never more than it asks for.
  var seen = 0
  /// The same of wrong codes, each for what makes codes: a message makes those of another one no better.
  var wrongCodes: [CodeSource: Int] = [:]
  /// Whether a screen that `only` asks for was shown in this journey, to this person or to another.
  var wasShown = false
  /// Who proved what was seen, while no person is known to the journey.
  var prover: Person?
  /// Whether something of the person was proved in this journey, if a promise asks for passwords that were right.
  var hasProved = false
  /// Whether the person's password was last set in a journey that had proved nothing of them: anyone may have set it.
  var isTakenOver = false
  /// Whether the person's password was set on the path, where that matters.
  var hasNewPassword = false
  /// Whether a code that a promise asks for was sent to the person of the journey.
  var hasOwnCodes = false
  /// The messages whose codes, where they were sent, may belong to another person: a bit for each by its place.
  var othersCodes: UInt64 = 0
  /// The person who got its own codes, while no person is known to the journey; `nil` if none was known before.
  var codesOwner: Person?

  subscript(scope: FactScope) -> UInt64 {
    get {
      switch scope {
      case .session: session
      case .account: account
      case .device: device
      }
    }
    set {
      switch scope {
      case .session: session = newValue
      // There is nothing to change of an account that is not known.
      case .account: if person != .nobody { account = newValue }
      case .device: if person != .nobody { device = newValue }
      }
    }
  }

  /// No code was sent in the journey, as far as it matters whose.
  mutating func forgetCodes() { (hasOwnCodes, othersCodes, codesOwner) = (false, 0, nil) }

  /// Its codes belong to another person from now on.
  ///
  /// - Parameter codes: all that a promise asks for; which of them were sent is not kept.
  mutating func giveAway(codes: UInt64) {
    if hasOwnCodes { othersCodes = codes }
    (hasOwnCodes, codesOwner) = (false, nil)
  }

  /// Forgets the person.
  mutating func forgetPerson() {
    (person, account, device) = (.nobody, 0, 0)
    (hasProved, isTakenOver, hasNewPassword) = (false, false, false)
  }
}

/// What one journey leaves behind of a person, and the next one finds.
struct KnownPerson: Sendable, Hashable {
  var person: JourneyMoment.Person
  var account: UInt64
  var device: UInt64
  /// What a promise counted of them.
  var seen: Int
  /// Whether their password was last set without any proof of them.
  var isTakenOver = false
  /// Whether their password was set on the path, where that matters.
  var hasNewPassword = false
}
