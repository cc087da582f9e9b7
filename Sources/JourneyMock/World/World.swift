package import Encodings
public import JourneyModel

/// A tenant as one attempt finds it: its people, its clock, its inbox and what became of them since.
///
/// Worlds share nothing. It is an actor because a driver, an inbox and a test's controls ask the same one.
public actor World {
  private var state: WorldState

  /// A world in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - issuer: the address under which it is asked, without a slash at the end; the tenant's own where it is `nil`.
  ///   - faults: what goes wrong from the beginning.
  ///   - seed: makes codes, tokens and ids the same in every run; `nil` for ones that nobody guesses.
  public init(_ tenant: MockTenant, issuer: String? = nil, clock: MockClock = .running, faults: [Fault] = [], seed: UInt64? = nil) {
    let random = seed.map { WorldRandom.seeded(SeededGenerator(seed: $0)) } ?? .system
    state = WorldState(tenant: tenant, issuer: issuer ?? tenant.issuer, clock: clock, random: random)
    state.faults = faults
  }

  /// What the tenant's server answers, faults left out of account.
  package func respond(to request: HTTPRequestMessage) -> HTTPResponseMessage {
    state.respond(to: request)
  }

  /// What the tenant's server answers, with the faults that were asked for.
  package func answer(to request: HTTPRequestMessage) -> MockAnswer {
    state.answer(to: request)
  }

  /// What the world says on the routes for tests, `/__journey/…` and `/api/v1/…`, which are no part of the protocol.
  package func control(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    state.control(request)
  }

  /// Lets something go wrong from now on.
  public func add(_ fault: Fault) { state.faults.append(fault) }

  /// Lets nothing go wrong any more.
  public func clearFaults() { state.faults = [] }

  /// What is answered where the protocol leaves it open.
  public func setStyle(_ style: AnswerStyle) { state.style = style }
}

extension World: TenantControl {
  public nonisolated var canMoveClock: Bool { true }

  public func now() -> Instant { state.now }

  public func pass(_ time: Duration) throws(DriverError) { state.clock.advance(by: time) }

  /// Answers the pushes that wait on the person's device; on everybody's where no account is named.
  public func answerPush(accepts: Bool, account: String?) throws(DriverError) {
    guard state.answerPush(accepts: accepts, account: account) else {
      throw DriverError(.impossible, "no push waits for an answer\(account.map { " of '\($0)'" } ?? "")")
    }
  }
}

extension World: Inbox {
  public func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) throws(DriverError) -> [InboxMessage] {
    let wanted = recipient.lowercased()
    return state.inbox.filter { $0.channel == channel && $0.received >= mark && $0.to.lowercased() == wanted }
  }
}
