import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What has to hold before anything is sent to an org.
struct OrgConnectionTests {
  private static func refusal(
    _ address: String = "https://heron.okta.test", policy: String? = nil, secrets: String? = nil,
    _ change: @escaping (inout OrgAccess) -> Void = { _ in }
  ) async throws -> String? {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("project/journeys")
      var access = OrgAccess(secret: "OKTA_TOKEN")
      access.environment = ["OKTA_TOKEN": MadeOrgImport.token]
      if let policy {
        try folder.write(policy, to: "policy.yaml")
        access.policyFile = folder.file("policy.yaml")
      }
      if let secrets {
        try folder.write(secrets, to: "secrets.env")
        access.secretsFile = folder.file("secrets.env")
      }
      change(&access)
      do throws(OrgConnection.Refusal) {
        _ = try OrgConnection(to: address, access, folder: folder.file("project/journeys"))
        return nil
      } catch { return error.reason }
    }
  }

  @Test(arguments: [
    "https://heron.okta.test", "https://heron.okta.test/", "https://HERON.okta.test:443", "http://127.0.0.1:8080", "http://localhost:1",
    "http://[::1]:8080",
  ])
  func `the address of an org is taken`(_ address: String) async throws {
    #expect(try await Self.refusal(address) == nil)
  }

  @Test(arguments: [
    "http://heron.okta.test", "http://127.0.0.1.okta.test", "http://10.0.0.1", "https://heron.okta.test/api/v1",
    "https://heron.okta.test?x",
    "https://heron.okta.test#x", "https://a:b@heron.okta.test", "heron.okta.test", "", "ftp://heron.okta.test", "okta:/x", "https://", "-",
  ])
  func `what is no address of an org alone is refused`(_ address: String) async throws {
    let reason = try await Self.refusal(address)
    #expect(reason?.hasPrefix("--org takes the address of the org alone, such as https://acme.okta.com") == true, "\(reason ?? "taken")")
  }

  private static let allowed = "origins: [https://heron.okta.test, https://other.test]\n"

  @Test(arguments: [
    ("\(allowed)secrets: {OKTA_TOKEN: https://heron.okta.test}\n", nil as String?),
    ("origins: [https://other.test]\nsecrets: {OKTA_TOKEN: https://other.test}\n", "the policy does not allow 'https://heron.okta.test'"),
    ("\(allowed)secrets: {OTHER: https://heron.okta.test}\n", "the policy names no secret 'OKTA_TOKEN'"),
    (allowed, "the policy names no secret 'OKTA_TOKEN'"),
    (
      "\(allowed)secrets: {OKTA_TOKEN: https://other.test}\n",
      "the policy lets the secret 'OKTA_TOKEN' go to 'https://other.test', not to 'https://heron.okta.test'"
    ),
    (
      "\(allowed)secrets: {OKTA_TOKEN: \"mock:acme\"}\n",
      "the policy lets the secret 'OKTA_TOKEN' go to no address, not to 'https://heron.okta.test'"
    ),
    ("{}\n", "the policy does not allow"), ("origins: 7\n", "'origins'"), ("", "a policy lists what is allowed"),
  ])
  func `a policy decides whether an org is read, and whether it gets the token`(_ policy: String, _ reason: String?) async throws {
    let found = try await Self.refusal(policy: policy)
    if let reason { #expect(found?.contains(reason) == true, "\(found ?? "taken")") } else { #expect(found == nil) }
  }

  @Test func `the token is in the secrets file, which wins, or in the environment`() async throws {
    #expect(try await Self.refusal(secrets: "OKTA_TOKEN=0123456789abcdef\n") { $0.environment = [:] } == nil)
    #expect(try await Self.refusal(secrets: "OKTA_TOKEN=short\n") == "the secret 'OKTA_TOKEN' has 5 characters, which no token has")
    #expect(try await Self.refusal(secrets: "OKTA_TOKEN=\n")?.hasPrefix("the secret 'OKTA_TOKEN' is set but empty: ") == true)
    #expect(try await Self.refusal { $0.environment = [:] }?.hasPrefix("the secret 'OKTA_TOKEN' is not set: ") == true)
    #expect(try await Self.refusal { $0.secretsFile = "/nowhere/secrets" } == "the secrets file '/nowhere/secrets' cannot be read")
  }

  @Test(arguments: [
    "SSWS 0123456789abcdef", "0123456789abcdef\r\nX-Evil: 1", "0123456789abcdéf", "0123456789abcdef\n", "\u{0}123456789abcdef",
  ])
  func `a token that would be another header is refused, and not shown`(_ token: String) async throws {
    let reason = try #require(try await Self.refusal { $0.environment = ["OKTA_TOKEN": token] })
    #expect(reason.hasPrefix("the secret 'OKTA_TOKEN' has a "), "\(reason)")
    #expect(!reason.contains("123456"))
  }

  @Test(arguments: [
    ("OKTA_TOKEN", true), ("_x9", true), ("", false), ("9A", false), (MadeManagementAPI.token, false), ("00abcDEF", false), ("A-B", false),
    ("Ä", false), (String(repeating: "A", count: 65), false),
  ])
  func `the name of a secret is no token`(_ text: String, _ isName: Bool) { #expect(OrgAccess.isName(text) == isName) }

  @Test func `answers are kept in a folder of their own`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("[]", to: "full/groups.json")
      try folder.write("x", to: "file")
      try folder.makeFolder("empty")
      try folder.link("link", to: folder.file("empty"))
      for name in ["full", "file", "link"] {
        let reason = try await Self.refusal { $0.savedTo = folder.file(name) }
        #expect(reason == "--save takes a new folder, or one that is empty: '\(folder.file(name))' is neither")
      }
      for name in ["empty", "new", "new/deep"] { #expect(try await Self.refusal { $0.savedTo = folder.file(name) } == nil) }
    }
  }

  @Test func `a proxy of the environment is not used, which is said; certificates that cannot be read are refused`() async throws {
    let warned = try await MadeOrgImport.of(MadeManagementAPI()) { $0.environment["HTTPS_PROXY"] = "http://proxy.test:3128" }
    #expect(warned.said == ["'heron.okta.test' is contacted directly: the proxy in HTTPS_PROXY is not used"])
    let reason = try await Self.refusal { $0.environment["SSL_CERT_FILE"] = "/nowhere.pem" }
    #expect(reason == "the certificates '/nowhere.pem', which SSL_CERT_FILE names, cannot be read, or are not PEM")
  }
}
