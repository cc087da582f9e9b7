import Encodings
import JourneyModel
import ModelCoding
import Testing

/// Everything of the event log but screens: written, read back, written the same again.
struct EventPartsCodingTests {
  static let hush = Secret("hush", name: "secret.H")

  static let exchange = Exchange(
    purpose: "form password", method: "POST", url: "https://acme.test/form?state=***",
    requestHeaders: [Exchange.Header("Authorization", .secret(hush)), Exchange.Header("Accept", "application/json")],
    requestBody: .json(.map([Value.Member("password", .secret(hush)), Value.Member("n", .number("1.0"))])),
    response: Exchange.Answered(
      status: 200, headers: [Exchange.Header("Set-Cookie", .secret(hush)), Exchange.Header("Set-Cookie", .secret(hush))],
      body: Array(#"{"access_token":"hush","screen":"x"}"#.utf8), concealedMembers: ["access_token"],
      cookies: [ReceivedCookie(name: "sid", attributes: [Value.Member("secure", true), Value.Member("same_site", "Lax")])]),
    duration: .microseconds(1500))

  private func roundTrip<Part: ModelCodable>(_ part: Part) throws -> Part {
    #expect(part.jsonBytes == JSONWriter.write(part.json))
    #expect(!String(decoding: part.jsonBytes, as: UTF8.self).contains("hush"))
    let again = try Part(json: try JSONReader.read(part.jsonBytes))
    #expect(again.jsonBytes == part.jsonBytes)
    return again
  }

  @Test func `an exchange is written without its secrets`() throws {
    let again = try roundTrip(Self.exchange)
    #expect(again.requestHeaders == [Exchange.Header("Authorization", "***"), Exchange.Header("Accept", "application/json")])
    #expect(again.requestBody == .json(.map([Value.Member("password", "***"), Value.Member("n", .number("1.0"))])))
    #expect(again.response?.body == Array(#"{"access_token":"***","screen":"x"}"#.utf8))
    #expect(again.response?.cookies == Self.exchange.response?.cookies)
    #expect(again.duration == .microseconds(1500))
    #expect(try roundTrip(again) == again)
  }

  @Test(arguments: [
    Exchange.Body.none, .text("a=b"), .json(.null),
    .form([Value.Member("a", "1"), Value.Member("a", .secret(hush))]), .form([]),
  ])
  func `what was sent comes back`(body: Exchange.Body) throws {
    let exchange = Exchange(purpose: "p", method: "GET", url: "https://a.test/", requestBody: body)
    let again = try roundTrip(exchange)
    #expect(again.response == nil)
    #expect(try roundTrip(again) == again)
    if case .form(let fields) = body {
      #expect(again.requestBody == .form(fields.map { Value.Member($0.name, $0.value == "1" ? "1" : "***") }))
    }
  }

  @Test(arguments: [
    JourneyEnd.completed, .expired(status: 403),
    .expired(status: 200, messages: [Message(level: .error, text: "Over", key: "idx.session.expired")]),
    .refused(OAuthErrorResponse(error: "access_denied")),
    .refused(OAuthErrorResponse(error: "invalid_grant", description: "used")), .finished(Finish(facts: [], checks: [])),
    .finished(
      Finish(
        facts: [Value.Member("claims", .map([Value.Member("email", "jane@acme.test")])), Value.Member("expires_in", 3600)],
        checks: [TokenCheck("state"), TokenCheck("iss", problem: "expected 'a', found 'b'")],
        probes: [ProbeResult("code_replay"), ProbeResult("refresh_reuse", problem: "the server answered 200")])),
  ])
  func `an end comes back`(end: JourneyEnd) throws {
    #expect(try roundTrip(end) == end)
  }

  @Test(arguments: Handover.Reason.allCases)
  func `a hand-over comes back`(reason: Handover.Reason) throws {
    let handover = Handover(url: "https://a.test/x", reason: reason, cause: reason == .app ? "a widget of type 'rating'" : nil)
    #expect(try roundTrip(handover) == handover)
  }

  @Test(arguments: DriverError.Kind.allCases)
  func `a driver's error comes back without what was learned`(kind: DriverError.Kind) throws {
    let error = DriverError(kind, "asked for x, got y", exchanges: [Self.exchange], learned: [Self.hush])
    let again = try roundTrip(error)
    #expect(again.kind == kind)
    #expect(again.message == error.message)
    #expect(again.exchanges.count == 1)
    #expect(again.learned.isEmpty)
  }

  @Test func `a flow comes back`() throws {
    let edge = FlowGraph.Edge(id: "password.password.wrong", form: "password", target: "password")
    let graph = FlowGraph(
      start: "password",
      states: [FlowGraph.State(id: "password", screen: "password", edges: [edge]), FlowGraph.State(id: "second", screen: nil, edges: [])])
    #expect(try roundTrip(graph) == graph)
  }

  @Test func `what is wrong in a nested part is named with its place`() throws {
    let json: JSONValue = [
      "kind": "status", "message": "m",
      "exchanges": [["purpose": "p", "method": "GET", "url": "u", "duration": 1, "response": ["status": "200"]]],
    ]
    let error = #expect(throws: ModelCodingError.self) { try DriverError(json: json) }
    #expect(error?.description == "found a text, expected a whole number at $.exchanges[0].response.status")
  }
}
