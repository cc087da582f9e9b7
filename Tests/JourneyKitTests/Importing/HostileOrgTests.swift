import Encodings
import JourneyClient
import JourneyTestSupport
import TenantImport
import Testing

@testable import JourneyKit

/// Servers that do what an org does not: nothing is imported that they did not say, and the token stays where it is.
struct HostileOrgTests {
  private static let token = MadeOrgImport.token

  private static func groups(_ answer: @escaping @Sendable (Int) -> HTTPResponseMessage?) throws -> MadeManagementAPI {
    try MadeManagementAPI { target, before in target.hasPrefix("/api/v1/groups?") ? answer(before) : nil }
  }

  private static func group(_ more: JSONValue.Member..., headers: HTTPFields = [:]) -> HTTPResponseMessage {
    let members: [JSONValue.Member] = [
      .init("id", .string("00gmade")), .init("objectClass", .array([])), .init("type", .string("OKTA_GROUP")),
      .init("profile", .object([.init("name", .string("Made"))])),
    ]
    return MadeManagementAPI.json(.array([.object(members + more)]), headers: headers)
  }

  struct Next: Sendable, CustomTestStringConvertible {
    var link: String
    var reason: String
    var testDescription: String { link }
  }

  @Test(arguments: [
    Next(
      link: "<https://evil.test/api/v1/groups?after=1>; rel=\"next\"", reason: "goes on at 'https://evil.test', and only 'https://heron."),
    Next(link: "<https://heron.okta.test.evil.test/api/v1/groups>; rel=next", reason: "goes on at 'https://heron.okta.test.evil.test'"),
    Next(link: "<http://heron.okta.test/api/v1/groups?after=1>; rel=\"next\"", reason: "goes on at 'http://heron.okta.test'"),
    Next(link: "<https://heron.okta.test:8443/api/v1/groups?after=1>; rel=\"next\"", reason: "goes on at 'https://heron.okta.test:8443'"),
    Next(link: "<//evil.test/api/v1/groups?after=1>; rel=\"next\"", reason: "goes on at 'https://evil.test'"),
    Next(link: "<https://heron.okta.test@evil.test/api/v1/groups>; rel=\"next\"", reason: "goes on at 'https://evil.test'"),
    Next(link: "<https://x:y@heron.okta.test/api/v1/groups>; rel=\"next\"", reason: "goes on at 'https://heron.okta.test'"),
    Next(link: "<okta:/api/v1/groups>; rel=\"next\"", reason: "goes on at an address without an origin"),
    Next(
      link: "<https://heron.okta.test/api/v1/users?after=1>; rel=\"next\"", reason: "goes on at '/api/v1/users', and only '/api/v1/groups'"),
    Next(link: "<https://heron.okta.test/api/v1/groups/../users>; rel=\"next\"", reason: "goes on at '/api/v1/users'"),
    Next(link: "<https://heron.okta.test/api/v1/groups/%2e%2e/users>; rel=\"next\"", reason: "goes on at '/api/v1/"),
    Next(link: "<https://heron.okta.test/api/v1/groups?limit=200>; rel=\"next\"", reason: "leads back to a page of it that was read"),
    Next(link: "<?limit=200#1>; rel=\"next\"", reason: "leads back to a page of it that was read"),
    Next(link: "<https://heron okta test>; rel=\"next\"", reason: "goes on at something that is not an address"),
    Next(link: "<?after=1>; rel=\"next\", <?after=2>; rel=\"next\"", reason: "goes on at 2 addresses"),
    Next(link: "<?after=\(token)>; rel=\"next\"", reason: "goes on at an address with the token in it"),
  ])
  func `a list that goes on elsewhere ends the import, with one message`(_ next: Next) async throws {
    let read = try await MadeOrgImport.of(Self.groups { _ in Self.group(headers: ["Link": next.link]) })
    #expect(read.run.isOfOrg)
    #expect(read.run.files.isEmpty && read.run.saved.isEmpty && read.said.isEmpty)
    #expect(read.run.diagnostics.count == 1)
    #expect(read.reason.hasPrefix("the list of groups \(next.reason)"), "\(read.reason)")
    #expect(!read.outputs.contains(Self.token))
    #expect(read.requests.count <= 3)
  }

  @Test func `a list that goes round in a circle, and one without an end, end the import`() async throws {
    let circle = try await MadeOrgImport.of(
      MadeManagementAPI { target, before in
        target.hasPrefix("/api/v1/groups?")
          ? Self.group(headers: ["Link": "<?after=\(target.hasSuffix("=1") ? 2 : 1)>; rel=\"next\""]) : nil
      })
    #expect(circle.reason.contains("leads back to a page"), "\(circle.reason)")
    var limits = OrgLimits()
    limits.pages = 5
    let endless = try await MadeOrgImport.of(
      MadeManagementAPI { target, before in
        target.hasPrefix("/api/v1/groups?") ? Self.group(headers: ["Link": "<?after=1\(target.filter(\.isNumber))>; rel=\"next\""]) : nil
      }, limits: limits)
    #expect(endless.reason == "the list of groups has more than 5 pages")
    #expect(endless.run.isOfOrg)
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    var answer: HTTPResponseMessage
    var reason: String
    var testDescription: String { reason }

    init(_ reason: String, _ status: Int = 200, _ type: String = "application/json", _ body: String = "[]") {
      self.reason = reason
      answer = HTTPResponseMessage(status: status, headers: ["Content-Type": type], body: Array(body.utf8))
    }
  }

  @Test(arguments: [
    Broken("the answer is not JSON but 'text/html'", 200, "text/html; charset=utf-8", "<html>[]"),
    Broken("the answer is not JSON but ''", 200, "", "[]"),
    Broken("the answer is not JSON: the JSON text ends too early", 200, "application/json", "["),
    Broken("the answer is not JSON: the JSON text ends too early", 200, "application/json", ""),
    Broken("the answer is ambiguous JSON: ", 200, "application/json", #"[{"id": "a", "id": "b"}]"#),
    Broken("the answer is not JSON: more than 63 levels", 200, "application/json", String(repeating: "[", count: 70)),
    Broken("the answer is not a list", 200, "application/json", #"{"id": "00g1", "objectClass": []}"#),
    Broken("the org answered with status 404", 404), Broken("the org answered with status 204", 204),
    Broken("the org failed with status 500, 3 times", 500), Broken("the org failed with status 503, 3 times", 503),
  ])
  func `a list that cannot be read is missing, and the import goes on`(_ broken: Broken) async throws {
    let read = try await MadeOrgImport.of(Self.groups { _ in broken.answer })
    #expect(read.said.last?.hasPrefix("missing: groups: \(broken.reason)") == true, "\(read.said)")
    #expect(!read.run.isRefused)
    #expect(read.texts[1].contains("list of groups"))
    #expect(try await read.again() == read.texts)
    #expect(read.waits == (broken.answer.status >= 500 ? [1, 4] : []))
  }

  @Test func `a server that fails once is asked again, and a connection that ends too`() async throws {
    for answer in [HTTPResponseMessage(status: 502), MadeManagementAPI.silence] {
      let read = try await MadeOrgImport.of(
        MadeManagementAPI { target, before in target == "/api/v1/groups?limit=200" && before == 0 ? answer : nil })
      #expect(read.texts == (try await MadeOrgImport.fromFolder()))
      #expect(read.waits == [1] && read.said.count == 1)
    }
    let gone = try await MadeOrgImport.of(Self.groups { _ in MadeManagementAPI.silence })
    #expect(gone.run.isOfOrg && gone.reason.hasPrefix("GET https://heron.okta.test/api/v1/groups: "), "\(gone.reason)")
  }

  @Test func `a redirect is not followed`() async throws {
    let read = try await MadeOrgImport.of(
      Self.groups { _ in HTTPResponseMessage(status: 302, headers: ["Location": "https://evil.test/x?y"]) })
    #expect(read.run.isOfOrg && read.run.files.isEmpty)
    #expect(
      read.reason == "the org answered the request for groups with a redirect to 'https://evil.test' (302), which is not followed")
    #expect(read.requests.count == 2)
  }

  @Test(arguments: [
    HTTPResponseMessage(status: 404), HTTPResponseMessage(status: 200, headers: ["Content-Type": "text/html"], body: Array("<p>".utf8)),
    MadeManagementAPI.json(.object([])), MadeManagementAPI.json(.object([.init("pipeline", .string("v1"))])),
    MadeManagementAPI.json(.array([])),
    HTTPResponseMessage(status: 301, headers: ["Location": "https://evil.test/"]), MadeManagementAPI.silence,
    HTTPResponseMessage(status: 500),
  ])
  func `a server that is no org of the Identity Engine gets no token`(_ answer: HTTPResponseMessage) async throws {
    let read = try await MadeOrgImport.of(MadeManagementAPI { target, _ in target.hasPrefix("/.well-known") ? answer : nil })
    #expect(read.run.isOfOrg && read.run.files.isEmpty && read.run.saved.isEmpty)
    #expect(read.requests.allSatisfy { $0.headers["authorization"] == nil })
    #expect(!read.requests.isEmpty && read.targets.allSatisfy { $0.hasPrefix("/.well-known") })
  }

  /// Ways in which a server sends the token back.
  private static let echoes: [JSONValue.Member] = [
    .init("description", .string(token)), .init("description", .string("Bearer \(token)!")), .init(token, .string("x")),
    .init("description", .string(Base64.encode(Array(token.utf8)))), .init("description", .string(Hex.encode(Array(token.utf8)))),
    .init("description", .string(PercentEncoding.encodeComponent(token).replacing("e", with: "%65"))),
    .init("description", .array(token.map { .string("\($0)") })), .init("name", .string(token.uppercased())),
  ]

  @Test(arguments: echoes.indices) func `a token that an answer has in it is in no output`(_ place: Int) async throws {
    let echo = Self.echoes[place]
    let profile = JSONValue.object([.init("name", .string("Made \(echo.value.stringValue ?? "")")), echo])
    let body = JSONValue.array([
      .object([.init("id", .string("00g1")), .init("objectClass", .array([])), .init("profile", profile), echo])
    ])
    let read = try await MadeOrgImport.of(Self.groups { _ in MadeManagementAPI.json(body, headers: ["X-Echo": Self.token]) })
    var search = SecretSearch()
    search.learnClosely(Self.token)
    #expect(!search.isFound(in: Array(read.outputs.utf8)[...]))
    #expect(!search.isFoundScattered(in: Array(read.outputs.utf8)))
    #expect(read.said.contains { $0.contains("has the token in it") } || read.run.isOfOrg, "\(read.said) \(read.reason)")
    if !read.run.isOfOrg { #expect(try await read.again() == read.texts) }
  }

  @Test func `a token in what only messages show is not shown`() async throws {
    for answer in [
      HTTPResponseMessage(status: 200, headers: ["Content-Type": "text/\(Self.token)"]),
      HTTPResponseMessage(status: 302, headers: ["Location": "https://\(Self.token.lowercased().prefix(20)).test/\(Self.token)"]),
      Self.group(headers: ["Link": "<https://heron.okta.test/\(Self.token)>; rel=next"]),
      Self.group(headers: ["Link": "<https://\(Self.token)@evil.test/>; rel=next"]),
      Self.group(.init(Self.token, .integer(1)), .init(Self.token, .integer(2))),
    ] {
      let read = try await MadeOrgImport.of(Self.groups { _ in answer })
      #expect(!read.outputs.lowercased().contains(Self.token.lowercased()), "\(read.said) \(read.reason)")
    }
  }

  @Test func `signs that a terminal obeys are not in what is said`() async throws {
    let read = try await MadeOrgImport.of(
      Self.groups { _ in HTTPResponseMessage(status: 200, headers: ["Content-Type": "text/\u{1B}[2Jx\u{202E}"]) })
    #expect(!read.outputs.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test func `a reason that a server makes long is cut`() async throws {
    let name = String(repeating: "a", count: 100_000)
    let read = try await MadeOrgImport.of(Self.groups { _ in Self.group(.init(name, .integer(1)), .init(name, .integer(2))) })
    #expect(read.said.count == 1 && read.said[0].utf8.count < 3_000)
    #expect(read.outputs.utf8.count < 1_000_000)
  }

  @Test func `too many requests and too many bytes end the import`() async throws {
    var limits = OrgLimits()
    limits.requests = 20
    #expect(try await MadeOrgImport.of(MadeManagementAPI(), limits: limits).reason == "the org needs more than 20 requests")
    limits = OrgLimits()
    limits.answers.allBytes = 1_000
    #expect(try await MadeOrgImport.of(MadeManagementAPI(), limits: limits).reason == "the org has more than 1000 bytes of answers")
  }
}
