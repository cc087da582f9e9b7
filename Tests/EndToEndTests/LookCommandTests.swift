import FoundationEssentials
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct LookCommandTests {
  @Test func `a saved page is drawn as the screen that it is, with the rule that names it`() async throws {
    let outcome = try await BuiltCommand.run("look", "fixtures/pages/form-two.html", "--url", "https://id.example.test/passcode?x=1")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    try expectGolden(outcome.output, "look.txt")
  }

  @Test func `what the parser makes of a broken page never reaches standard error`() async throws {
    let outcome = try await BuiltCommand.run("look", "fixtures/pages/charset-broken-shift-jis.html", "--url", "https://id.example.test/x")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
  }

  @Test func `nothing that a page keeps secret is printed`() async throws {
    let outcome = try await BuiltCommand.run(
      "look", "fixtures/pages/secrets-everywhere.html", "--url", "https://id.example.com/signin;jsessionid=7F3A9C0D1E2B4A5F6C7D8E9F0A1B2C3D"
    )
    #expect(outcome.code == 0)
    for secret in ["Token1", "Field1", "Prefilled", "Zx81kPq77", "7F3A9C0D1E2B4A5F", "Link0Ticket1"] {
      #expect(!outcome.output.contains(secret), "\(secret) in \(outcome.output)")
    }
    #expect(outcome.output.contains("[password] Password    password  = ***"), "\(outcome.output)")
    #expect(outcome.output.contains("form /welcome/:token  'Go on'"), "\(outcome.output)")
  }

  // MARK: Live pages

  /// Serves a tenant; the closure is given its address, and a project to write into.
  private static func served(_ tenant: String = "acme", _ body: (String, TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run("mock", tenant, "--port", "0", "--port-file", folder.file("port")) { child in
        try await child.waitForError("\(tenant) is served at http://127.0.0.1:")
        try await body("http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")", folder)
        child.kill(SIGTERM)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
    }
  }

  @Test func `a live page is looked at by its address alone, and as its tenant`() async throws {
    try await Self.served { address, folder in
      let refused = try await BuiltCommand.run("look", "\(address)/no/such/page", in: folder.path)
      #expect(refused.error.contains("error: ") || refused.output.contains("status 404"), "\(refused.output) \(refused.error)")
      let tenants = """
        tenants:
          acme:
            dialect: hosted
            issuer: \(address)
            client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid, email]}
            accounts: {jane: {email: jane@acme.test, password: "${secret.NOBODY_SET_THIS}"}}
            pages: {rules: [{screen: name, path: /pages/identification}]}

        """
      try folder.write(tenants, to: "journeys/tenants.yaml")
      let first = try await BuiltCommand.run("look", "--tenant", "acme", in: folder.path)
      #expect(first.code == 0, "\(first.error)")
      #expect(first.output.contains("The tenant's rule for the screen 'name' names this page."), "\(first.output)")
      #expect(first.output.contains("address: \(address)/pages/identification"), "\(first.output)")
      let another =
        "If this is another page than the one you call 'name', put a rule above that one in journeys/tenants.yaml:7 which distinguishes"
      #expect(first.output.contains(another), "\(first.output)")
      let elsewhere = try await BuiltCommand.run("look", "https://evil.test/", "--tenant", "acme", in: folder.path)
      #expect(elsewhere.code == 64)
      #expect(elsewhere.error.contains("nothing was requested: 'https://evil.test' is not an origin of the tenant"), "\(elsewhere.error)")
    }
  }

  @Test func `a page that repeats a secret of the tenant's headers is shown without it`() async throws {
    try await Self.served { address, folder in
      let tenants = """
        tenants:
          acme:
            dialect: hosted
            issuer: \(address)
            client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid, email]}
            headers: {X-Key: "${secret.LOOK_KEY}"}

        """
      try folder.write(tenants, to: "journeys/tenants.yaml")
      for arguments in [["--tenant", "acme"], ["--tenant", "acme", "--json"], ["\(address)/pages/identification?x=1"]] {
        let outcome = try await BuiltCommand.run(["look"] + arguments, environment: ["LOOK_KEY": "identification"], in: folder.path)
        #expect(outcome.output.contains("***"), "\(outcome.output)\(outcome.error)")
        #expect(!(outcome.output + outcome.error).contains("identification"), "\(outcome.output)\(outcome.error)")
      }
    }
  }

  @Test func `a tenant that refuses the journey shows no screen, and why is told`() async throws {
    try await Self.served { address, folder in
      let client = "{id: nobody, redirect_uri: \"https://app.acme.test/callback\"}"
      try folder.write(
        "tenants:\n  acme:\n    dialect: journey-flow\n    issuer: \(address)\n    client: \(client)\n", to: "journeys/tenants.yaml")
      for flags in [[], ["--start", "prompt=create"]] {
        let refused = try await BuiltCommand.run(["look", "--tenant", "acme"] + flags, in: folder.path)
        #expect(refused.code == 3, "\(refused.output)\(refused.error)")
        #expect(refused.output.hasPrefix("No screen is shown: the tenant refuses the journey with '"), "\(refused.output)")
        #expect(refused.output.hasSuffix("Look at 'client' and 'issuer' of 'acme' in tenants.yaml.\n"), "\(refused.output)")
      }
    }
  }

  @Test func `a journey that leaves for a page at once is no screen, and the exit code says so`() async throws {
    let text = try await BuiltCommand.run("look", "--tenant", "cove", "--app", "ios-2")
    #expect(text.code == 1)
    #expect(text.output.hasPrefix("The journey leaves for https://cove.test/provider/flow?"), "\(text.output)\(text.error)")
    let json = try await BuiltCommand.run("look", "--tenant", "cove", "--app", "ios-2", "--json")
    #expect(json.code == 1)
    #expect(json.output.hasPrefix("{\"handover\":{\"url\":\"https://cove.test/provider/flow?"), "\(json.output)\(json.error)")
  }

  @Test func `a policy holds for a look, too`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("origins: [https://id.example.com]\n", to: "policy.yaml")
      try folder.makeFolder("project/journeys")
      let outcome = try await BuiltCommand.run(
        "look", "http://127.0.0.1:9/", "--policy", folder.file("policy.yaml"), in: folder.file("project"))
      #expect(outcome.code == 64)
      #expect(outcome.error.contains("the policy does not allow 'http://127.0.0.1:9'"), "\(outcome.error)")
    }
  }

  @Test(
    arguments: [
      (["https://a.test/", "--url", "https://b.test/"], "One address is enough"),
      (["page.html"], "'page.html' is a file: say with --url where it was loaded from."),
    ])
  func `what is to be looked at has to be said once`(arguments: [String], error: String) async throws {
    let outcome = try await BuiltCommand.run(["look"] + arguments)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(error), "\(outcome.error)")
    #expect(outcome.error.contains("\nUsage: journey look [<page>] [--url <url>] "), "\(outcome.error)")
    #expect(outcome.error.hasSuffix("\n  See 'journey look --help' for more information.\n"), "\(outcome.error)")
  }

  @Test func `without a page, the default tenant is looked at`() async throws {
    try await TemporaryFolder.with { folder in
      let nothing = try await BuiltCommand.run("look", in: folder.path)
      #expect(nothing.code == 64)
      #expect(nothing.error.hasPrefix("Error: no page or tenant given: use 'journey look --tenant NAME', an address"), "\(nothing)")
      #expect(try await BuiltCommand.run("init", in: folder.path).code == 0)
      let first = try await BuiltCommand.run("look", in: folder.path)
      #expect(first.code == 0 && first.output.contains("form identifier"), "\(first.output)\(first.error)")
    }
  }

  @Test func `a wrong value of a flag shows the usage of the command`() async throws {
    let outcome = try await BuiltCommand.run("run", "--shard", "5/4")
    #expect(outcome.code == 64 && outcome.error.contains("\nUsage: journey run [<options>] [<paths> ...]\n"), "\(outcome.error)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/chromedriver")))
  func `a page of no tenant is opened in a browser, too`() async throws {
    try await Self.served("ledger") { address, folder in
      let outcome = try await BuiltCommand.run("look", "\(address)/signin", "--engine", "browser", in: folder.path)
      #expect(outcome.code == 0 && outcome.output.contains("- {screen: \"sign-in\", path: \"/signin\""), "\(outcome)")
    }
  }

  @Test func `a server that does not answer is its own failure, not one of the command line`() async throws {
    let outcome = try await BuiltCommand.run("look", "http://127.0.0.1:1/")
    #expect(outcome.code == 3)
    #expect(outcome.error.hasPrefix("error: "), "\(outcome.error)")
  }

  struct Refused: Sendable, CustomStringConvertible {
    var file: String
    var url: String
    var error: String
    var description: String { error }
  }

  @Test(
    arguments: [
      Refused(file: "none.html", url: "https://a.test/", error: "error: 'none.html' cannot be read\n"),
      Refused(file: "fixtures/pages/empty.html", url: "a", error: "error: 'a' is not an address: the URL has no scheme\n"),
      Refused(file: "fixtures/pages/empty.html", url: "com.example:/x", error: "error: 'com.example:/x' is not a web address\n"),
    ])
  func `what cannot be looked at is refused in words`(_ row: Refused) async throws {
    let outcome = try await BuiltCommand.run("look", row.file, "--url", row.url)
    #expect(outcome.code == 64)
    #expect(outcome.error == row.error)
  }
}
