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
        let begun = try await BuiltCommand.run("init", "--site", site, in: folder.path)
        #expect(begun.code == 0 && begun.output.contains("look --tenant live"), "\(begun)")
        let shown = try await BuiltCommand.run("look", "--tenant", "live", in: folder.path)
        #expect(shown.code == 0 && shown.output.contains("Sign in"), "\(shown)")
        try folder.write(try folder.text(of: "journeys/tenants.yaml") + Self.people, to: "journeys/tenants.yaml")
        try folder.write(Self.scenario, to: "journeys/site.yaml")
        let walked = try await BuiltCommand.run("run", "--seed", "7", in: folder.path)
        #expect(walked.code == 0 && walked.output.contains("2 passed"), "\(walked)")
        try folder.write("journey: A\nsteps:\n  - screen: sign-in\n  - finish:\n", to: "journeys/tokens.yaml")
        let refused = try await BuiltCommand.run("check", in: folder.path)
        let sentence = "'finish' needs OpenID, and the tenant 'live' is a web site without it [needs-openid]"
        #expect(refused.code == 2 && (refused.output + refused.error).contains(sentence), "\(refused)")
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

    """
}
