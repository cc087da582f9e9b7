package import Encodings
public import JourneyModel

/// A tenant as one attempt finds it: its people, its clock, its inbox and what changed since.
///
/// Worlds share nothing. It is an actor because a driver, an inbox and a test's controls ask the same one.
public actor World {
  private var state: WorldState
  /// What the tenant keeps of journeys in each dialect that it speaks.
  private var dialogues: [any MockDialogue]

  /// A world in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - issuer: its address, without a slash at the end; the tenant's own if it is `nil`.
  ///   - faults: what goes wrong from the beginning.
  ///   - seed: makes codes, tokens and ids the same in every run; `nil` for unpredictable ones.
  public init(_ tenant: MockTenant, issuer: String? = nil, clock: MockClock = .running, faults: [Fault] = [], seed: UInt64? = nil) {
    let random = seed.map { WorldRandom.seeded(SeededGenerator(seed: $0)) } ?? .system
    state = WorldState(
      tenant: tenant.compiled, issuer: issuer ?? tenant.issuer, clock: clock, random: random, faults: faults,
      addresses: WorldState.Addresses(tenant.dialogues), tokens: tenant.speech.tokens)
    dialogues = tenant.dialogues
  }

  /// What the tenant's server answers, faults left out of account.
  ///
  /// `X-Journey-Edge` names the edges of the graph that the request took, in order, with commas between them. It is a
  /// mark for coverage and no part of any protocol.
  package func respond(to request: HTTPRequestMessage) -> HTTPResponseMessage {
    defer { state.slips = [] }
    let dialogue = dialogue(for: request)
    state.beginRequest(in: dialogue)
    var response = dialogues[dialogue].respond(to: request, in: &state)
    // Clients of a moved clock steer theirs by it.
    response.headers["Date"] = DateText.http(secondsSinceEpoch: state.now.seconds)
    response.headers.append("X-Event-ID", "e\(state.events)")
    if !state.edgesTaken.isEmpty { response.headers.append("X-Journey-Edge", state.edgesTaken.joined(separator: ",")) }
    return response
  }

  /// The responses of the tenant's server, with the injected faults.
  package func answer(to request: HTTPRequestMessage) -> MockAnswer {
    guard !state.faults.isEmpty else { return MockAnswer(respond(to: request)) }
    let effects = state.faults.due(on: request.url.path)
    let usual = (style: state.style, weaknesses: state.weaknesses)
    defer { (state.style, state.weaknesses) = usual }
    for effect in effects { prepare(effect, request) }
    var answer = MockAnswer(respond(to: request))
    for effect in effects { answer.spoil(with: effect) }
    return answer
  }

  /// The world's responses on the routes for tests, `/__journey/…` and `/api/v1/…`, which are not part of the protocol.
  package func control(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    state.control(request)
  }

  /// The place of the dialogue that a request is part of: the first that takes its path, else the first.
  private func dialogue(for request: HTTPRequestMessage) -> Int {
    guard dialogues.count > 1 else { return 0 }
    return dialogues.firstIndex { $0.takes(request.url.path) } ?? 0
  }

  private func prepare(_ effect: Fault.Effect, _ request: HTTPRequestMessage) {
    switch effect {
    case .slip(let slip): state.slips.insert(slip)
    case .expiredSession:
      if let id = request.bearer ?? dialogues[dialogue(for: request)].session(of: request, in: state) { state.sessions.expire(id) }
    case .refusalStatus(let status): state.style.refusalStatus = status
    case .weakness(let weakness): state.weaknesses.insert(weakness)
    case .latency, .status, .drop, .cut, .badJSON: break
    }
  }

  /// Lets something go wrong from now on.
  public func add(_ fault: Fault) { state.faults.add(fault) }

  /// Lets nothing go wrong any more.
  public func clearFaults() { state.faults.clear() }

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
    state.mailbox.messages(to: recipient, channel: channel, since: mark).filter { $0.received <= state.now }
  }
}

extension WorldState.Addresses {
  /// As the dialogues have them: links of the one that a session is part of, and pages of the first that has some.
  fileprivate init(_ dialogues: [any MockDialogue]) {
    self.init(
      link: { dialogues[$2.dialogue].link(to: $0, challenge: $1, of: $2, in: $3) },
      page: { session, form, handle, world in
        dialogues.lazy.compactMap { $0.page(of: session, at: form, handle: handle, in: world) }.first
      },
      notice: { notice, world in dialogues.lazy.compactMap { $0.page(saying: notice, in: world) }.first },
      beginning: { client, world in dialogues.lazy.compactMap { $0.beginning(for: client, in: world) }.first },
      end: { session, world in dialogues.lazy.compactMap { $0.end(of: session, in: world) }.first },
      comeback: { session, world in dialogues.lazy.compactMap { $0.comeback(of: session, in: world) }.first })
  }
}
