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

  @Test(.timeLimit(.minutes(10))) func `a site is begun, looked at, checked and walked from its first page`() async throws {
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
  @Test(.timeLimit(.minutes(10))) func `a site is begun with scenarios that pass at once`() async throws {
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

  // MARK: A broken site

  private static let passwords = ["ANN_PASSWORD": SmallSite.password]

  @Test(.timeLimit(.minutes(10))) func `the scenarios of a site fail once it takes any password or forgets who signed in`() async throws {
    try await SmallSite.serve { site, address in
      try await TemporaryFolder.with { folder in
        let begun = try await BuiltCommand.run(
          ["init", "--site", "\(address)/login", "--user", "ann"], environment: Self.passwords, in: folder.path)
        #expect(begun.code == 0 && begun.output.contains("Each run tries a wrong password of 'ann' once"), "\(begun)")
        #expect(try folder.text(of: "journeys/tenants.yaml").contains("has: \"button.log-out\""))
        let wrong = try folder.text(of: "journeys/wrong-password.yaml")
        #expect(
          wrong.contains("journey: A wrong password is refused\naccount: ann\n") && wrong.contains("user: ${account.username}"), "\(wrong)")
        #expect(wrong.hasPrefix("# Each run costs the account one wrong attempt"), "\(wrong)")
        #expect(
          try folder.text(of: "journeys/sign-in.yaml").hasSuffix("  - screen: signed-in\n\n  - open: \"/home\"\n\n  - screen: signed-in\n"))
        for (fault, failed) in [
          (SmallSite.Fault.none, [String]()), (SmallSite.Fault.letsAnnIn, ["A wrong password is refused"]),
          (SmallSite.Fault.forgets, ["Sign in"]), (SmallSite.Fault.setsNoCookie, ["Sign in"]),
        ] {
          site.become(fault)
          let walked = try await BuiltCommand.run("run", environment: Self.passwords, in: folder.path)
          let seen = walked.output.lines.filter { $0.hasPrefix("FAILED   ") }
          #expect(seen.count == failed.count && zip(seen, failed).allSatisfy { $0.contains($1) }, "\(fault): \(walked)")
        }
      }
    }
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      (
        SmallSite.Fault.letsAnybodyIn, [String](),
        "the site let a wrong password in: after 'not-a-password-1' came the screen 'your-account', which has 'button.log-out' to sign out"
      ),
      (
        SmallSite.Fault.letsAnnIn, ["--user", "ann"],
        "the site let a wrong password in: after 'not-a-password-1' came the screen 'your-account'"
      ),
      (SmallSite.Fault.setsNoCookie, ["--user", "ann"], "and no cookie was set"),
      (SmallSite.Fault.failsAtPassword, ["--user", "ann"], "status 500"),
    ])
  func `a site that is broken already is not begun`(fault: SmallSite.Fault, flags: [String], error: String) async throws {
    try await SmallSite.serve(fault) { _, address in
      try await TemporaryFolder.with { folder in
        let begun = try await BuiltCommand.run(
          ["init", "--site", "\(address)/login"] + flags, environment: Self.passwords, in: folder.path)
        #expect(begun.code == 3 && begun.error.contains(error) && begun.error.hasSuffix("\nNothing was written.\n"), "\(begun)")
        #expect(!begun.error.contains("does not take the password"), "\(begun)")
        #expect(try folder.names() == [])
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func `a page that is another one when it is opened again is not opened again`() async throws {
    try await SmallSite.serve(.forgets) { _, address in
      try await TemporaryFolder.with { folder in
        let flags = ["init", "--site", "\(address)/login", "--user", "ann"]
        let begun = try await BuiltCommand.run(flags, environment: Self.passwords, in: folder.path)
        #expect(begun.code == 0 && begun.output.contains("does not test that the person stays signed in"), "\(begun)")
        #expect(!(try folder.text(of: "journeys/sign-in.yaml")).contains("open"))
      }
    }
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("/login", [String](), "journey run\nRecord a walk:  journey record journeys/sign-in.yaml\n"),
      ("/login", ["--send-nothing"], "journey look --tenant live\nRecord a walk:  journey record journeys/sign-in.yaml\n"),
      ("/help", ["--user", "ann"], "journey look --tenant live\nRecord a walk:  journey record journeys/sign-in.yaml --account ann\n"),
    ])
  func `the commands that a project begins with work as printed`(page: String, flags: [String], next: String) async throws {
    try await SmallSite.serve { _, address in
      try await TemporaryFolder.with { folder in
        let begun = try await BuiltCommand.run(["init", "--site", address + page] + flags, environment: Self.passwords, in: folder.path)
        #expect(begun.code == 0 && begun.output.contains(next) && !begun.output.contains("ada"), "\(begun)")
        let command = begun.output.contains("journey run") ? ["run"] : ["look", "--tenant", "live"]
        let outcome = try await BuiltCommand.run(command, environment: Self.passwords, in: folder.path)
        #expect(outcome.code == 0, "\(outcome)")
        let title = "journey: An unknown person is refused\n"
        if command == ["run"] { #expect(try folder.text(of: "journeys/unknown-person.yaml").contains(title)) }
      }
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
