package import Encodings
public import JourneyModel

/// A tenant as one attempt finds it: its people, its clock, its inbox and what changed since.
///
/// Worlds share nothing. It is an actor because a driver, an inbox and a test's controls ask the same one.
public actor World {
  private var contents: WorldContents

  /// A world in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - issuer: its address, without a slash at the end; the tenant's own if it is `nil`.
  ///   - faults: what goes wrong from the beginning.
  ///   - seed: makes codes, tokens and ids the same in every run; `nil` for unpredictable ones.
  public init(_ tenant: MockTenant, issuer: String? = nil, clock: MockClock = .running, faults: [Fault] = [], seed: UInt64? = nil) {
    self.init(WorldBeginning(tenant: tenant, issuer: issuer ?? tenant.issuer, clock: clock, faults: faults, seed: seed))
  }

  init(_ beginning: WorldBeginning) { contents = WorldContents(beginning) }

  /// What the tenant's server answers, faults left out of account.
  ///
  /// `X-Journey-Edge` names the edges of the graph that the request took, in order, with commas between them. It is a
  /// mark for coverage and no part of any protocol.
  package func respond(to request: HTTPRequestMessage) -> HTTPResponseMessage { contents.respond(to: request) }

  /// The responses of the tenant's server, with the injected faults.
  ///
  /// - Parameter address: by which the client asks, without a slash at the end; the world's own if it is `nil`.
  package func answer(to request: HTTPRequestMessage, at address: String? = nil) -> MockAnswer {
    contents.answer(to: request, at: address)
  }

  /// The world's responses on the control routes, which are not part of the protocol; `ControlTable` lists them.
  ///
  /// - Parameters:
  ///   - showsSecrets: whether the caller may see passwords and tokens.
  ///   - address: by which they ask, without a slash at the end; the world's own if it is `nil`.
  package func control(_ request: HTTPRequestMessage, showsSecrets: Bool = true, at address: String? = nil) -> HTTPResponseMessage {
    contents.arranged(at: address) { ControlTable.respond(to: request, showsSecrets: showsSecrets, in: &$0) }
  }

  /// Notes a request that was answered before it came to the tenant, such as a browser's preflight.
  package func note(_ request: HTTPRequestMessage, answered response: HTTPResponseMessage) {
    contents.seen.add(request, response, at: contents.state.now, edges: [])
  }

  /// What happens from now on, each event as a server sends it.
  func listen(kind: String?, count: Int?, showsSecrets: Bool) -> AsyncStream<String> {
    contents.listeners.add(kind: kind, count: count, showsSecrets: showsSecrets)
  }

  /// What a person wants to know who looks at the world, at this address of the tenant.
  package func overview(at address: String) -> WorldOverview {
    contents.arranged(at: address) { WorldOverview($0.state) }
  }

  /// Resets the world: people, policies, sessions, messages, faults and clock are as at the beginning.
  public func reset() { contents.reset() }

  /// Resets it as another tenant, with the clock as it is.
  func reset(as tenant: MockTenant) { contents.reset(as: tenant) }

  /// Lets something go wrong from now on.
  public func add(_ fault: Fault) { contents.state.faults.add(fault) }

  /// Lets nothing go wrong any more.
  public func clearFaults() { contents.state.faults.clear() }

  /// What is answered where the protocol leaves it open.
  public func setStyle(_ style: AnswerStyle) { contents.state.style = style }
}

extension World: TenantControl {
  public nonisolated var canMoveClock: Bool { true }

  public func now() -> Instant { contents.state.now }

  public func pass(_ time: Duration) throws(DriverError) { contents.state.clock.advance(by: time) }

  /// Answers the pushes that wait on the person's device; on everybody's where no account is named.
  public func answerPush(accepts: Bool, account: String?) throws(DriverError) {
    guard contents.state.answerPush(accepts: accepts, account: account) else {
      throw DriverError(.impossible, "no push waits for an answer\(account.map { " of '\($0)'" } ?? "")")
    }
  }
}

extension World: Inbox {
  public func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) throws(DriverError) -> [InboxMessage] {
    contents.state.mailbox.messages(to: recipient, channel: channel, since: mark).filter { $0.received <= contents.state.now }
  }
}
