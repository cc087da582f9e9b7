import JourneyMock

/// What an org keeps of the journeys under way, in addition to what every journey has.
struct TransactionTable: Sendable {
  /// By the interaction handle, which names the journey.
  var open = RecentTable<Transaction>()
  /// The interaction handle of each state handle that is still valid.
  private var journeys = RecentTable<String>()

  /// One journey's own.
  struct Transaction: Sendable {
    /// What every form of the journey carries until it is begun again.
    var stateHandle: String
    /// The authorization server of the request, as tokens name it.
    var issuer: String
    /// Who was signed in to the browser already, where nothing has to be asked.
    var signOn: SignOn?
    /// What a passkey has to sign; `nil` where none is asked for.
    var challenge: String?
    /// Whether the person ticked the box that keeps them signed in.
    var isKept = false
    /// What the app may know where the person took some of it away; `nil` for all that it asked for.
    var optedScopes: String?
    /// Handed out once the journey is done.
    var interactionCode: String?
  }

  /// The journey of a state handle; `nil` for one that is unknown or no longer good.
  func journey(of stateHandle: String) -> String? { journeys[stateHandle] }

  mutating func begin(_ journey: String, _ transaction: Transaction) {
    open[journey] = transaction
    journeys[transaction.stateHandle] = journey
  }

  /// Replaces the state handle; the previous one becomes invalid.
  mutating func renew(_ journey: String, stateHandle: String) {
    guard var transaction = open[journey] else { return }
    journeys[transaction.stateHandle] = nil
    transaction.stateHandle = stateHandle
    transaction.optedScopes = nil
    begin(journey, transaction)
  }
}
