import Encodings
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// An org that is read over its management API.
struct OrgImportTests {
  @Test(arguments: [1, 2, 200]) func `an org read over its API is imported as from its folder, byte for byte`(_ pageSize: Int) async throws
  {
    let read = try await MadeOrgImport.of(MadeManagementAPI(pageSize: pageSize))
    #expect(read.reason == "")
    #expect(read.said == [])
    #expect(read.texts == (try await MadeOrgImport.fromFolder()))
    #expect(read.waits == [])
  }

  @Test func `what is saved has no secret, and the same is imported from it`() async throws {
    let read = try await MadeOrgImport.of(MadeManagementAPI())
    #expect(read.run.saved.count == 17)
    #expect(Set(read.run.saved.map(\.path)).allSatisfy { $0.wholeMatch(of: /saved-nowhere\/[A-Za-z_-]+\.jsonl/) != nil })
    #expect(try await read.again() == read.texts)
    for secret in ["Heron-secret-never-written-71", MadeOrgImport.token] { #expect(!read.outputs.contains(secret)) }
  }

  @Test func `only GET is sent, to one origin, never for people, and the first request has no token`() async throws {
    let read = try await MadeOrgImport.of(MadeManagementAPI())
    #expect(read.requests.allSatisfy { $0.method == "GET" && "\($0.url)".hasPrefix("\(MadeOrgImport.address)/") && $0.body.isEmpty })
    #expect(!read.targets.contains { $0.contains("/users") || $0.contains("expand") })
    #expect(read.requests.first?.url.path == "/.well-known/okta-organization")
    #expect(read.requests.map { $0.headers["authorization"] == nil } == [true] + read.requests.dropFirst().map { _ in false })
    #expect(Set(read.targets).count == read.targets.count)
    #expect(read.requests.allSatisfy { $0.headers["cookie"] == nil })
  }

  @Test func `an API token has the scheme SSWS, and is warned of`() async throws {
    let read = try await MadeOrgImport.of(MadeManagementAPI(scheme: "SSWS")) { $0.kind = .ssws }
    #expect(read.texts == (try await MadeOrgImport.fromFolder()))
    #expect(read.said == ["an SSWS token can do everything that its administrator can: a service app with read scopes is safer"])
  }

  /// A scope, with the beginnings of paths that take it and of files in the folder.
  struct Scope: Sendable, CustomTestStringConvertible {
    var name: String
    var paths: [String]
    var files: [String]
    var testDescription: String { name }
  }

  static let scopes = [
    Scope(name: "okta.groups.read", paths: ["/api/v1/groups"], files: ["groups"]),
    Scope(name: "okta.networkZones.read", paths: ["/api/v1/zones"], files: ["zones"]),
    Scope(name: "okta.apps.read", paths: ["/api/v1/apps"], files: ["apps"]),
    Scope(name: "okta.authenticators.read", paths: ["/api/v1/authenticators"], files: ["authenticators", "methods"]),
    Scope(name: "okta.behaviors.read", paths: ["/api/v1/behaviors"], files: ["behaviors"]),
    Scope(name: "okta.deviceAssurance.read", paths: ["/api/v1/device-assurances"], files: ["device-assurances"]),
    Scope(name: "okta.userTypes.read", paths: ["/api/v1/meta/types/user"], files: []),
  ]

  /// The folder's own digest, and what is missing, differ: the rest does not.
  private static func withoutDigests(_ text: String) -> String {
    text.replacing(/not in the folder \(digest [0-9a-f]+\)/, with: "not in the folder").replacing(/digest [0-9a-f]{12}/, with: "digest")
  }

  @Test(arguments: scopes, [401, 403]) func `an import goes on without what a scope is refused for, and names the scope`(
    _ scope: Scope, _ status: Int
  ) async throws {
    let api = try MadeManagementAPI { target, _ in scope.paths.contains(where: target.hasPrefix) ? MadeManagementAPI.refusal(status) : nil }
    let read = try await MadeOrgImport.of(api)
    #expect(!read.run.isRefused, "\(read.reason)")
    #expect(read.said.count > 0)
    #expect(
      read.said.allSatisfy { $0.hasPrefix("missing: ") && $0.contains("'\(scope.name)'") && $0.contains("(\(status))") }, "\(read.said)")
    #expect(read.texts[1].contains("takes the scope '\(scope.name)'"))
    #expect(try await read.again() == read.texts)
    let folder = try await MadeOrgImport.fromFolder(without: scope.files)
    #expect(Self.withoutDigests(read.texts[0]) == Self.withoutDigests(folder[0]))
  }

  @Test(arguments: [401, 403]) func `without the policies nothing is imported, and what was read is still saved`(_ status: Int) async throws
  {
    let api = try MadeManagementAPI { target, _ in target.hasPrefix("/api/v1/policies") ? MadeManagementAPI.refusal(status) : nil }
    let read = try await MadeOrgImport.of(api)
    #expect(read.run.isRefused && !read.run.isOfOrg)
    #expect(read.run.files.isEmpty && !read.run.saved.isEmpty)
    #expect(read.said.count == 6 && read.said.allSatisfy { $0.contains("'okta.policies.read'") }, "\(read.said)")
  }

  @Test func `a token that the org does not know reads nothing, and nothing is kept`() async throws {
    let read = try await MadeOrgImport.of(MadeManagementAPI()) { $0.environment = ["OKTA_TOKEN": "another-token-4711"] }
    #expect(read.run.isOfOrg && read.run.files.isEmpty && read.run.saved.isEmpty)
    #expect(
      read.reason.hasPrefix("nothing of the org could be read: groups: the org does not accept the token for it (401)"), "\(read.reason)")
    #expect(!read.outputs.contains("another-token-4711"))
  }

  @Test(arguments: [400, 401]) func `an org that wants proof of possession says what to switch off`(_ status: Int) async throws {
    let answer = MadeManagementAPI.json(.object([]), status: status, headers: ["WWW-Authenticate": "DPoP error=\"invalid_dpop_proof\""])
    let read = try await MadeOrgImport.of(MadeManagementAPI { target, _ in target.hasPrefix("/api") ? answer : nil })
    #expect(
      read.reason == "nothing of the org could be read: groups: the org wants proof of possession (DPoP), which is not sent: "
        + "switch it off for the app (\(status))")
  }

  @Test func `a page of a saved folder that was taken out is missing, and nothing of its list is known`() async throws {
    let read = try await MadeOrgImport.of(MadeManagementAPI(pageSize: 1))
    let rules = try #require(read.run.saved.firstIndex { $0.path.hasSuffix("/rules.jsonl") })
    var cut = read
    let lines = read.run.saved[rules].text.split(separator: "\n")
    let portal = try #require(lines.firstIndex { $0.contains("rstheronportal") && $0.contains("\"page\":2") })
    cut.run.saved[rules] = ImportRun.File(
      path: read.run.saved[rules].path, text: (lines[..<portal] + lines[(portal + 1)...]).map { $0 + "\n" }.joined())
    let texts = try await cut.again()
    #expect(texts[1].contains("4 of 5 pages are in the folder"))
    #expect(texts[1].contains("rules of the policy 'Portal sign-on'"))
    #expect(texts[0].contains("Rules not in the folder"))
  }

  @Test(arguments: ["../users", "a/b", "", "..", "a?x=1", "a%2fb", "ü", String(repeating: "a", count: 65), "a b", "a#b"])
  func `an id that would lead to another path is not asked for`(_ id: String) async throws {
    let policy = JSONValue.object([
      .init("id", .string(id)), .init("type", .string("ACCESS_POLICY")), .init("name", .string("Bad")), .init("status", .string("ACTIVE")),
      .init("priority", .integer(1)),
    ])
    let api = try MadeManagementAPI { target, _ in
      target.hasPrefix("/api/v1/policies?type=ACCESS_POLICY") ? MadeManagementAPI.json(.array([policy])) : nil
    }
    let read = try await MadeOrgImport.of(api)
    #expect(read.targets.allSatisfy { $0.wholeMatch(of: /\/(api\/v1|\.well-known)\/[A-Za-z0-9_\/?=&-]+/) != nil }, "\(read.targets)")
    #expect(!read.targets.contains { $0.contains("users") })
  }
}
