import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A first day with a live tenant: the messages name what to write. The tenant is a served mock that is used by its issuer.
struct LiveTrialTests {
  private static let registration = """
    journey: Register
    vars: {email: "${unique_email('acme.test')}"}
    start: {prompt: create}
    steps:
      - screen: registration
        answers:
          email: ${email}
          password: Zoe-horse-11
          passwordConfirmation: Zoe-horse-11
          attributes.name.given: Zoe
          attributes.name.family: Zenga
          consents.terms: true
      - screen: genericResult
      - mail: ${email}
        capture: {activation: link}
      - open: ${activation}
      - screen: genericResult

    """

  private static func tenants(_ address: String, client: String = "acme-web", more: String = "") -> String {
    """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        issuer: \(address)
        client: {id: \(client), redirect_uri: "https://app.acme.test/callback", scopes: [openid, profile, email]\(more)}
        inbox: {mailpit: "\(address)"}
        accounts:
          jane: {email: jane@acme.test, password: Jane-horse-11}

    """
  }

  /// Serves a tenant; the closure is given its address, and a project to write into.
  private static func trial(_ body: (String, TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run("mock", "acme", "--port", "0", "--port-file", folder.file("port")) { child in
        try await child.waitForError("acme is served at http://127.0.0.1:")
        try await body("http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")", folder)
        child.kill(SIGTERM)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
    }
  }

  @Test func `a registration is repeated with its seed, once the mail's link has somewhere to lead`() async throws {
    try await Self.trial { address, folder in
      try folder.write(Self.registration, to: "journeys/a.yaml")
      try folder.write(Self.tenants(address), to: "journeys/tenants.yaml")
      let astray = try await BuiltCommand.run("run", "--seed", "99", in: folder.path)
      #expect(astray.code == 3)
      #expect(astray.output.contains("'client.entry_url' or 'claimed_links'"), "\(astray.output)")
      try folder.write(Self.tenants(address, more: ", entry_url: https://app.acme.test/welcome"), to: "journeys/tenants.yaml")
      for _ in 0..<2 {
        let walked = try await BuiltCommand.run("run", "--seed", "99", in: folder.path)
        #expect(walked.code == 0, "\(walked.output)")
      }
    }
  }

  @Test func `an answer that was refused is not blamed on the mail that does not come`() async throws {
    try await Self.trial { address, folder in
      let refused = Self.registration.replacing("      consents.terms: true\n", with: "").replacing(
        "  - screen: genericResult\n  - mail", with: "  - mail")
      try folder.write(refused, to: "journeys/a.yaml")
      try folder.write(Self.tenants(address), to: "journeys/tenants.yaml")
      let walked = try await BuiltCommand.run("run", "--timeout", "20s", in: folder.path)
      #expect(walked.code == 1)
      #expect(
        walked.output.contains("error 'This field is required.'\n                    the step did not wait for a message"),
        "\(walked.output)")
      #expect(!walked.output.contains("an end within 20s"), "\(walked.output)")
    }
  }

  @Test(arguments: [("/oauth2/default", "acme-web", "'issuer' right?"), ("", "nobody", "'client.id' right?")])
  func `a wrong address or client names what was asked, the status and the key`(path: String, client: String, key: String) async throws {
    try await Self.trial { address, folder in
      try folder.write("journey: A\nsteps:\n  - screen: identification\n", to: "journeys/a.yaml")
      try folder.write(Self.tenants(address + path, client: client), to: "journeys/tenants.yaml")
      let walked = try await BuiltCommand.run("run", in: folder.path)
      #expect(walked.code == 1)
      #expect(walked.output.contains("GET \(address)\(path)/oauth2/auth was answered with status "), "\(walked.output)")
      #expect(walked.output.contains("is the tenant's \(key)"), "\(walked.output)")
    }
  }
}
