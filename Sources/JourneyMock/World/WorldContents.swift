import Encodings
import JourneyModel

/// Everything in a world: what happened to its tenant, what its dialogues keep of journeys, and the requests that came.
struct WorldContents: Sendable {
  /// The tenant with the policies of this world.
  private(set) var tenant: MockTenant
  var state: WorldState
  /// What the tenant keeps of journeys in each dialect that it speaks.
  private(set) var dialogues: [any MockDialogue]
  var seen = RequestLog()
  /// What tests let be answered instead of the tenant.
  var answers = OwnAnswers()
  /// The listeners for what happens.
  var listeners = EventListeners()
  /// How many messages were reported to them.
  var toldMessages = 0
  private var beginning: WorldBeginning

  init(_ beginning: WorldBeginning) {
    self.beginning = beginning
    tenant = beginning.tenant
    state = WorldState(
      tenant: tenant.compiled, issuer: beginning.issuer, clock: beginning.clock,
      random: WorldRandom(seed: beginning.seed, notesTokens: beginning.tell != nil), faults: beginning.faults,
      addresses: WorldState.Addresses(tenant.dialogues), tokens: tenant.speech.tokens, tellsActs: beginning.tellsActs)
    dialogues = tenant.dialogues
  }

  /// What the tenant's server answers, faults left out of account.
  mutating func respond(to request: HTTPRequestMessage) -> HTTPResponseMessage {
    defer { state.slips = [] }
    let dialogue = dialogue(for: request)
    state.beginRequest(in: dialogue)
    var response = dialogues[dialogue].respond(to: request, in: &state)
    if state.lacksRoom { response = ControlRefusal.noRoomForPeople(status: 503).response }
    if let undecided = state.undecided { response = ControlRefusal.notKnown(undecided).response }
    finish(&response)
    if !state.edgesTaken.isEmpty { response.headers.append("X-Journey-Edge", state.edgesTaken.joined(separator: ",")) }
    return response
  }

  /// The responses of the tenant's server, with the injected faults.
  mutating func answer(to request: HTTPRequestMessage, at address: String?) -> MockAnswer {
    state.issuer = address ?? beginning.issuer
    if !answers.isEmpty, let answer = ownAnswer(to: request) { return answer }
    let answer = state.faults.isEmpty ? MockAnswer(respond(to: request)) : spoiledAnswer(to: request)
    seen.add(request, answer.message, at: state.now, edges: state.edgesTaken)
    tellTokens()
    tellLogouts()
    tellLast()
    return answer
  }

  /// What a test lets be answered; `nil` where the tenant answers.
  private mutating func ownAnswer(to request: HTTPRequestMessage) -> MockAnswer? {
    guard var answer = answers.answer(to: request) else { return nil }
    state.beginRequest(in: dialogue(for: request))
    finish(&answer.message)
    seen.add(request, answer.message, at: state.now, edges: [])
    tellLast()
    return answer
  }

  /// What every answer has. Clients of a moved clock steer theirs by `Date`.
  private mutating func finish(_ response: inout HTTPResponseMessage) {
    response.headers["Date"] = DateText.http(secondsSinceEpoch: state.now.seconds)
    response.headers.append("X-Event-ID", "e\(state.events)")
  }

  private mutating func spoiledAnswer(to request: HTTPRequestMessage) -> MockAnswer {
    let effects = state.faults.due(on: request.url.path)
    let usual = (style: state.style, weaknesses: state.weaknesses)
    defer { (state.style, state.weaknesses) = usual }
    for effect in effects { prepare(effect, request) }
    var answer = MockAnswer(respond(to: request))
    for effect in effects { answer.spoil(with: effect) }
    return answer
  }

  private mutating func tellTokens() {
    guard let tell = beginning.tell else { return }
    let made = state.random.takeMade()
    if !made.isEmpty { tell(made) }
  }

  /// Notifies the servers of apps that a person signed out, and the listeners.
  private mutating func tellLogouts() {
    guard !state.logoutNotices.isEmpty else { return }
    for notice in state.logoutNotices {
      beginning.tellsLogout?(notice)
      listeners.tell("logout", id: notice.address) { showsSecrets in
        ["address": .string(notice.address), "logout_token": .string(showsSecrets ? notice.token : "***")]
      }
    }
    state.logoutNotices = []
  }

  /// The place of the dialogue that a request is part of: the first that takes its path, else the first.
  private func dialogue(for request: HTTPRequestMessage) -> Int {
    guard dialogues.count > 1 else { return 0 }
    return dialogues.firstIndex { $0.takes(request.url.path) } ?? 0
  }

  private mutating func prepare(_ effect: Fault.Effect, _ request: HTTPRequestMessage) {
    switch effect {
    case .slip(let slip): state.slips.insert(slip)
    case .expiredSession:
      if let id = request.bearer ?? dialogues[dialogue(for: request)].session(of: request, in: state) { state.sessions.expire(id) }
    case .refusalStatus(let status): state.style.refusalStatus = status
    case .weakness(let weakness): state.weaknesses.insert(weakness)
    case .latency, .status, .answer, .drop, .cut, .badJSON: break
    }
  }

  // MARK: Arranging

  /// Lets a control route look at or change everything.
  ///
  /// - Parameter address: by which it is asked, without a slash at the end; the world's own if it is `nil`.
  mutating func arranged<Outcome>(
    at address: String?, by change: (inout WorldContents) -> Outcome
  ) -> Outcome {
    state.issuer = address ?? beginning.issuer
    defer {
      tellTokens()
      tellMessages()
    }
    return change(&self)
  }

  /// As if nothing had happened.
  mutating func reset() {
    let (address, listeners) = (state.issuer, listeners)
    self = WorldContents(beginning)
    self.listeners = listeners
    state.issuer = address
  }

  /// As if nothing had happened to another tenant; the clock stays as it is.
  mutating func reset(as tenant: MockTenant) {
    let clock = state.clock
    beginning.tenant = tenant
    reset()
    state.clock = clock
  }

  /// The same tenant under other policies: people, journeys and messages stay as they are.
  mutating func change(to changed: MockTenant) {
    tenant = changed
    state.tenant = changed.compiled
    dialogues = zip(changed.dialogues, dialogues).map { fresh, old in fresh.continuing(old) }
  }

  /// Begins a journey as an app's request does, and gives the names by which the app goes on with it.
  mutating func begin(_ request: StartRequest, at beginning: JourneyBeginning, sending mails: [Int]) -> [JSONValue.Member] {
    state.dialogue = 0
    var session = state.begin(request, at: beginning)
    for mail in mails { state.send(mail, in: &session) }
    state.note(state.enter(&session))
    state.sessions.keep(session)
    var members: [JSONValue.Member] = [.init("state", .string(state.tenant.graph.states[session.state].id))]
    for place in dialogues.indices { members += dialogues[place].handles(of: session, in: &state) }
    return members
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
