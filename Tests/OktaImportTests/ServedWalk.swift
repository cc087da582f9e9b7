import Encodings
import JourneyModel
import TenantDecisions
import Testing

@testable import IDXSpeech
@testable import JourneyMock

/// What a served mock shows a person who signs in to an app, whatever they choose.
struct ServedWalk {
  /// What a person sees next.
  enum Screen: Hashable {
    case signedIn, denied
    /// The mock says that it does not know, and ends the journey.
    case notKnown
    /// These authenticators of theirs can be chosen.
    case choice(Set<String>)
    /// The password is asked for at once.
    case password
    /// These can be set up.
    case setUp(Set<String>)
    /// Anything else: a state of the flow, or how the journey ended.
    case other(String)
  }

  /// By the authenticators that were given before.
  private(set) var screens: [Set<String>: Screen] = [:]
  private let tenant: MockTenant
  private let speech: IDXDialogue

  /// - Parameter client: the place of the app among the mock's clients.
  init(_ tenant: MockTenant, client: Int, identifier: String) throws {
    self.tenant = tenant
    speech = try #require(tenant.dialogues.compactMap { $0 as? IDXDialogue }.first)
    var world = WorldState(
      tenant: tenant.compiled, issuer: "https://made.test", clock: .standing(at: Instant(milliseconds: 1_800_000_000_000)),
      random: WorldRandom(seed: 1), faults: [],
      addresses: .init(
        link: { _, challenge, _, _ in challenge }, page: { _, _, _, _ in nil }, notice: { _, _ in nil }, beginning: { _, _ in nil },
        end: { _, _ in nil }, comeback: { _, _ in nil }),
      tokens: StandardTokens())
    var session = world.begin(
      StartRequest(client: client, redirectURI: "https://app.test/cb"), browser: world.browser(nil), language: 0)
    _ = world.enter(&session)
    submit("identify", ["identifier": .string(identifier)], &world, &session)
    follow(world, session, proven: [])
  }

  /// - Parameter values: the situation; what it does not say is as usual, but open flags stay open.
  init(_ tenant: MockTenant, client: Int, identifier: String, in values: FactValues) throws {
    var placed = tenant
    placed.compiled.situation = try #require(tenant.ruleSet).complete(values, isOfPerson: false)
    try self.init(placed, client: client, identifier: identifier)
  }

  private mutating func follow(_ world: WorldState, _ session: Session, proven: Set<String>) {
    let screen = screen(world, session)
    if let known = screens[proven] {
      if known != screen { screens[proven] = .other("\(known) or \(screen)") }
      return
    }
    screens[proven] = screen
    switch screen {
    case .choice(let names):
      for name in names.sorted() {
        var (world, session) = (world, session)
        choose(name, &world, &session)
        prove(&world, &session)
        follow(world, session, proven: proven.union([name]))
      }
    case .password:
      var (world, session) = (world, session)
      prove(&world, &session)
      follow(world, session, proven: proven.union(["password"]))
    case .signedIn, .denied, .notKnown, .setUp, .other: break
    }
  }

  // MARK: What is shown

  private func screen(_ world: WorldState, _ session: Session) -> Screen {
    if world.undecided != nil { return .notKnown }
    switch session.status {
    case .finished: return .signedIn
    case .refused(let error): return .other("refused: \(error)")
    case .handedOver, .expired: return .other("away")
    case .open: break
    }
    let state = tenant.graph.states[session.state]
    switch state.id {
    case "denied": return .denied
    case "password": return .password
    case "select": return .choice(offered(world, session))
    case "enroll": return .setUp(offered(world, session))
    default: return .other(state.id)
    }
  }

  /// The authenticators that the screen offers, by the names that rules have for them.
  private func offered(_ world: WorldState, _ session: Session) -> Set<String> {
    guard let screen = speech.screen(of: session, in: world) else { return [] }
    let truth = world.truth(in: session)
    let options = screen.offered(truth, in: world).flatMap(\.pickerOptions).filter { truth.holds($0.condition) }
    return Set(
      options.flatMap { option in
        Self.choices.filter { choice in
          choice.key == option.kind.rawValue && (choice.method == nil || option.methods.contains(choice.method ?? ""))
        }.map(\.name)
      })
  }

  static let choices: [(name: String, key: String, method: String?)] = [
    ("password", "okta_password", nil), ("email", "okta_email", nil), ("sms", "phone_number", "sms"), ("voice", "phone_number", "voice"),
    ("otp", "google_otp", nil), ("okta_verify_push", "okta_verify", "push"), ("okta_verify_code", "okta_verify", "totp"),
    ("question", "security_question", nil), ("passkey", "webauthn", nil),
  ]

  // MARK: What the person does

  private func choose(_ name: String, _ world: inout WorldState, _ session: inout Session) {
    guard let choice = Self.choices.first(where: { $0.name == name }) else { return }
    let members = [("key", choice.key)] + (choice.method.map { [("methodType", $0)] } ?? [])
    let answer = JSONValue.object(members.map { .init($0.0, .string($0.1)) })
    submit("select-authenticator-authenticate", ["authenticator": answer], &world, &session)
  }

  /// Gives what is asked for: the right password, code or answer, or a yes on the device.
  private func prove(_ world: inout WorldState, _ session: inout Session) {
    let state = tenant.graph.states[session.state]
    if state.form("challenge-poll") != nil {
      world.sessions.keep(session)
      _ = world.answerPush(accepts: true, account: nil)
      session = world.sessions[session.id] ?? session
      return submit("challenge-poll", [:], &world, &session)
    }
    guard let form = state.form("challenge-authenticator") else { return }
    var answer: JSONValue = [:]
    for case .answer(let test) in form.edges.flatMap(\.condition.atoms) {
      guard answer.value(at: test.path) == nil, let text = text(that: test, world, session) else { continue }
      answer.set(.string(text), at: test.path)
    }
    submit("challenge-authenticator", answer, &world, &session)
  }

  private func text(that test: AnswerTest, _ world: WorldState, _ session: Session) -> String? {
    func kept(_ slot: AttributeSlot) -> String? { session.account.flatMap { world.accounts[$0].scope.attributes[slot.index] } }
    switch test.comparison {
    case .equals(let text): return text
    case .equalsAttribute(let slot): return kept(slot)
    case .equalsCode(let mail): return session.codes[mail]?.text
    case .equalsTOTP(let slot):
      return kept(slot).flatMap { Base32.decode($0) }.map { OneTimePassword(secret: $0).code(counter: UInt64(world.now.seconds / 30)) }
    case .present, .equalsAnswer, .has, .matches: return nil
    }
  }

  private func submit(_ name: String, _ answer: JSONValue, _ world: inout WorldState, _ session: inout Session) {
    guard let form = tenant.graph.states[session.state].form(name) else { return }
    _ = world.take(form, answer: answer, in: &session)
  }
}
