import JourneyTestSupport
import Testing

/// A web site without OpenID: the pages of a served mock, of which no app is known.
struct SiteCommandTests {
  private static let scenario = """
    journey: A wrong password is refused, and the right one opens the site
    account: rosa
    steps:
      - screen: sign-in
        answers: {email: "${account.email}", password: not-her-password}
      - screen: sign-in
        response: {status: 401}
        messages: {global: {contains: match}}
        answers: {password: "${account.password}"}
      - screen: home

    ---
    journey: A page is opened by its address
    steps:
      - open: /register
      - screen: register

    """

  @Test(.timeLimit(.minutes(2))) func `a site is begun, looked at, checked and walked from its first page`() async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run(
        "mock", "ledger", "--port", "0", "--port-file", folder.file("port")
      ) { child in
        try await child.waitForError("ledger is served at http://127.0.0.1:")
        let site = "http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")/signin"
        let begun = try await BuiltCommand.run("init", "--site", site, "--send-nothing", in: folder.path)
        #expect(begun.code == 0 && begun.output.contains("look --tenant live"), "\(begun)")
        let shown = try await BuiltCommand.run("look", "--tenant", "live", in: folder.path)
        #expect(shown.code == 0 && shown.output.contains("Sign in"), "\(shown)")
        let tenants = try folder.text(of: "journeys/tenants.yaml")
        #expect(tenants.contains("screen: \"sign-in\", path: \"/signin\""), "\(tenants)")
        let head = tenants.split(separator: "    # Which page is which").first.map(String.init) ?? ""
        try folder.write(head + Self.people, to: "journeys/tenants.yaml")
        try folder.write(Self.scenario, to: "journeys/site.yaml")
        let walked = try await BuiltCommand.run("run", "--seed", "7", in: folder.path)
        #expect(walked.code == 0 && walked.output.contains("2 passed"), "\(walked)")
        #expect(walked.error.split(separator: "the check 'headers' is switched off: the proxy drops them").count == 2, "\(walked.error)")
        try folder.write("journey: A\nsteps:\n  - screen: sign-in\n  - finish:\n", to: "journeys/tokens.yaml")
        let refused = try await BuiltCommand.run("check", in: folder.path)
        let sentence = "'finish' needs OpenID, and the tenant 'live' is a web site without it [needs-openid]"
        #expect(refused.code == 2 && (refused.output + refused.error).contains(sentence), "\(refused)")
        child.kill(15)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
    }
  }

  /// A site that is begun with a person: both scenarios pass, and each fails when what it is for is broken.
  @Test(.timeLimit(.minutes(2))) func `a site is begun with scenarios that pass at once`() async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run("mock", "ledger", "--port", "0", "--port-file", folder.file("port")) { child in
        try await child.waitForError("ledger is served at http://127.0.0.1:")
        let site = "http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")/signin"
        let flags = ["init", "--site", site, "--user", "rosa@ledger.test"]
        let missing = try await BuiltCommand.run(flags, in: folder.path)
        #expect(missing.code == 64 && missing.error.contains("run 'export ROSA_PASSWORD=…' with it"), "\(missing)")
        let wrong = try await BuiltCommand.run(flags, environment: ["ROSA_PASSWORD": "not-hers-at-all"], in: folder.path)
        #expect(wrong.code == 3 && wrong.error.contains("the site does not take the password in ROSA_PASSWORD"), "\(wrong)")
        #expect(try folder.names() == ["port"])
        let environment = ["ROSA_PASSWORD": "Rosa-lynx-11"]
        let begun = try await BuiltCommand.run(flags, environment: environment, in: folder.path)
        #expect(begun.code == 0 && begun.output.contains("export ROSA_PASSWORD=… && journey run"), "\(begun)")
        let tenants = try folder.text(of: "journeys/tenants.yaml")
        #expect(tenants.contains("rosa: {email: rosa@ledger.test, password: \"${secret.ROSA_PASSWORD}\"}"), "\(tenants)")
        #expect(tenants.contains("{screen: \"signed-in\"") && tenants.contains("has: "), "\(tenants)")
        let scenarios = ["sign-in", "wrong-password"].map { "journeys/\($0).yaml" }
        for path in scenarios { #expect(!(try folder.text(of: path)).contains("Rosa-lynx-11")) }
        let checked = try await BuiltCommand.run("check", "--strict", environment: environment, in: folder.path)
        #expect(checked.code == 0, "\(checked)")
        let walked = try await BuiltCommand.run("run", "--seed", "7", environment: environment, in: folder.path)
        #expect(walked.code == 0 && walked.output.contains("2 passed"), "\(walked)")
        let refused = try await BuiltCommand.run("run", environment: ["ROSA_PASSWORD": "not-hers-at-all"], in: folder.path)
        #expect(refused.code == 1 && refused.output.contains("FAILED   Sign in"), "\(refused)")
        child.kill(15)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
    }
  }

  private static let people = """
        accounts: {rosa: {email: rosa@ledger.test, password: Rosa-lynx-11}}
        pages:
          rules:
            - {screen: sign-in, path: /signin}
            - {screen: register, path: /register}
            - {screen: home, path: /}
        checks: {headers: {skip: the proxy drops them}}

    """
}
