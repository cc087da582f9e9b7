import Encodings
import IDXDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

/// The vendor's own recorded walks: each submitted body is what the next recorded one answers.
struct SequenceTests {
  /// One action, and the request that it must make.
  struct Leg: Sendable {
    var action: DriverAction
    var path: String
    /// The request's JSON without its state handle, which is the form's own.
    var body = "{}"
    /// The screen, `ended` or `handover` that the recorded answer is.
    var shows: String

    static func press(_ form: FormID, _ answers: [(WidgetID, AnswerValue)] = [], path: String, body: String = "{}", shows: String) -> Leg {
      let list = answers.map { Answer(widget: $0.0, value: $0.1) }
      return Leg(action: .submit(Submission(form: form, answers: list)), path: path, body: body, shows: shows)
    }
  }

  struct Sequence: Sendable, CustomTestStringConvertible {
    var name: String
    var legs: [Leg]
    var testDescription: String { name }
  }

  private static let begin = Leg(action: .start(StartParameters()), path: "/idp/idx/introspect", body: "{}", shows: "identify")
  private static func identify(_ shows: String) -> Leg {
    .press(
      "identify", [("identifier", .text("jane@acme.test"))], path: "/idp/idx/identify", body: #"{"identifier":"jane@acme.test"}"#,
      shows: shows)
  }
  private static func choose(_ form: FormID, _ text: String, _ id: String, _ method: String, shows: String) -> Leg {
    let path = form == "select-authenticator-enroll" ? "/idp/idx/credential/enroll" : "/idp/idx/challenge"
    return .press(
      form, [("authenticator", .text(text))], path: path, body: #"{"authenticator":{"id":"\#(id)","methodType":"\#(method)"}}"#,
      shows: shows)
  }
  private static func passcode(_ text: String, shows: String) -> Leg {
    .press(
      "challenge-authenticator", [("credentials.passcode", .text(text))], path: "/idp/idx/challenge/answer",
      body: #"{"credentials":{"passcode":"\#(text)"}}"#, shows: shows)
  }
  private static let select: FormID = "select-authenticator-authenticate"

  private static let finish = Leg(action: .finish(probes: []), path: "/oauth2/auszsfkYrgGCTilsV2o4/v1/token", shows: "finished")

  static let all = [
    Sequence(name: "Passcode", legs: [begin, identify("challenge-authenticator/password"), passcode("pass", shows: "completed"), finish]),
    Sequence(
      name: "MFA-Email",
      legs: [
        begin, identify("select-authenticator-authenticate"),
        choose(
          select, "security_question", "aut3jya5v3dTh5ftl0g7", "security_question", shows: "challenge-authenticator/security_question"),
        .press(
          "challenge-authenticator", [("credentials.answer", .text("soup"))], path: "/idp/idx/challenge/answer",
          body: #"{"credentials":{"questionKey":"disliked_food","answer":"soup"}}"#, shows: "challenge-authenticator/security_question"),
      ]),
    Sequence(
      name: "MFA-SOP",
      legs: [
        begin, identify("select-authenticator-authenticate"),
        choose(select, "password", "aut3jya5v0NEuJiiB0g7", "password", shows: "challenge-authenticator/password"),
        passcode("pass", shows: "select-authenticator-authenticate"),
        choose(select, "email", "aut3jya5v1oIgaLuV0g7", "email", shows: "challenge-authenticator/email"),
        passcode("123456", shows: "select-authenticator-enroll"),
        choose(
          "select-authenticator-enroll", "Security Question", "aut3jya5v3dTh5ftl0g7", "security_question",
          shows: "enroll-authenticator/security_question"),
        .press(
          "enroll-authenticator", [("credentials.questionKey", .text("favorite_toy")), ("credentials.answer", .text("bear"))],
          path: "/idp/idx/challenge/answer", body: #"{"credentials":{"questionKey":"favorite_toy","answer":"bear"}}"#,
          shows: "select-authenticator-enroll"),
        .press(
          "select-authenticator-enroll",
          [
            ("authenticator", .choice([Value.Member("type", "phone"), Value.Member("method", "sms")])),
            ("authenticator.phoneNumber", .text("+15551230100")),
          ],
          path: "/idp/idx/credential/enroll",
          body: #"{"authenticator":{"id":"aut3jya5v26pKeUb30g7","methodType":"sms","phoneNumber":"+15551230100"}}"#,
          shows: "select-authenticator-enroll"),
      ]),
    Sequence(
      name: "RestartTransaction",
      legs: [
        begin, identify("select-authenticator-authenticate"),
        choose(select, "Password", "aut3jya5v0NEuJiiB0g7", "password", shows: "challenge-authenticator/password"),
        passcode("pass", shows: "select-authenticator-authenticate"),
        .press("cancel", path: "/idp/idx/cancel", shows: "identify"),
      ]),
  ]

  @Test(.enabled(if: Corpus.folder != nil, "CORPUS_DIR is not set"), arguments: all)
  func `a recorded walk goes from its first body to its last`(sequence: Sequence) async throws {
    let files = try Corpus.entries().filter { $0.sequence == sequence.name }.map(\.file).sorted()
    var walk = try RecordedWalk(files)
    var handle = ""
    for leg in sequence.legs {
      let turn = try await walk.driver.perform(leg.action)
      #expect(turn.now.shown == leg.shows)
      let requests = await walk.transport.requests
      // The issuer's metadata and keys are asked for behind the code's exchange.
      let request = try #require(requests.last { $0.url.path == leg.path }, "\(leg.path) was not asked")
      if case .submit = leg.action {
        let body = try JSONReader.read(request.body)
        #expect(body["stateHandle"]?.stringValue == handle)
        #expect(JSONWriter.text(of: body.without("stateHandle")) == leg.body)
      }
      handle = await walk.transport.lastHandle
    }
    #expect(await walk.transport.left == [])
  }

  @Test(.enabled(if: Corpus.folder != nil, "CORPUS_DIR is not set"))
  func `the recorded visit to an identity provider goes out and comes back`() async throws {
    let files = try Corpus.entries().filter { $0.sequence == "IdP" }.map(\.file).sorted()
    var walk = try RecordedWalk(files)
    #expect(try await walk.driver.perform(.start(StartParameters())).now.shown == "redirect-idp")
    let out = try await walk.driver.perform(.submit(Submission(form: "FACEBOOK")))
    #expect(out.handover?.url.hasPrefix("https://example.com/oauth2/avs2s4i2b4Cwi9PiG4k8/v1/authorize?client_id=") == true)
    let back = Secret("https://app.acme.test/callback?state=\(WalkThrough.state)&interaction_code=code", name: "callback")
    #expect(try await walk.driver.perform(.resume(url: back)).now == .ended(.completed))
    #expect(try await walk.driver.perform(.finish(probes: [])).now.shown == "finished")
    #expect(await walk.transport.left == [])
  }
}

/// A driver over recorded bodies.
struct RecordedWalk {
  let transport: RecordedTransport
  var driver: IDXDriver

  init(_ files: [String]) throws {
    transport = try RecordedTransport(files)
    let configuration = IDXConfiguration(
      client: OAuthClient(
        issuer: try WebURL("https://example.com/oauth2/default"), id: "client", redirectURI: try WebURL("https://app.acme.test/callback")))
    driver = IDXDriver(
      configuration: configuration, transport: transport, generator: SeededGenerator(seed: 1), now: { WalkThrough.now })
  }
}

/// Answers every request with the next recorded body, but for metadata and keys, which nobody recorded.
///
/// An actor, as a transport is shared by value while its place in the recording moves.
actor RecordedTransport: HTTPTransport {
  private var bodies: [(file: String, bytes: [UInt8])]
  private(set) var requests: [HTTPRequestMessage] = []
  /// The state handle of the body answered last.
  private(set) var lastHandle = ""

  init(_ files: [String]) throws {
    bodies = try files.map { ($0, try Corpus.bytes($0)) }
  }

  var left: [String] { bodies.map(\.file) }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    requests.append(request)
    if request.url.path.hasSuffix("/openid-configuration") { return HTTPResponseMessage(status: 404) }
    if request.url.path.hasSuffix("/jwks.json") { return HTTPResponseMessage(status: 200, body: Array(#"{"keys":[]}"#.utf8)) }
    guard !bodies.isEmpty else { throw TransportError(.connection, "the recording is at its end") }
    let body = bodies.removeFirst().bytes
    do { lastHandle = try JSONReader.read(body)["stateHandle"]?.stringValue ?? "" } catch { lastHandle = "" }
    return HTTPResponseMessage(status: 200, body: body)
  }
}

extension Turn.Now {
  /// In one word: the screen's id, or how it ended.
  fileprivate var shown: String {
    switch self {
    case .screen(let screen): screen.id.text
    case .handover: "handover"
    case .ended(.completed): "completed"
    case .ended(.finished): "finished"
    case .ended(.refused): "refused"
    case .ended(.expired): "expired"
    }
  }
}

extension JSONValue {
  fileprivate func without(_ name: String) -> JSONValue {
    .object((objectValue ?? []).filter { $0.name != name })
  }
}
