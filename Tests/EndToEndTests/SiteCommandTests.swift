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

  @Test func `a site is begun, looked at, checked and walked from its first page`() async throws {
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
  @Test func `a site is begun with scenarios that pass at once`() async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run("mock", "ledger", "--port", "0", "--port-file", folder.file("port")) { child in
        try await child.waitForError("ledger is served at http://127.0.0.1:")
        let site = "http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")/signin"
        let flags = ["init", "--site", site, "--user", "rosa@ledger.test"]
        let missing = try await BuiltCommand.run(flags, in: folder.path)
        #expect(missing.code == 64 && missing.error.contains("run 'read -rs ROSA_PASSWORD; export ROSA_PASSWORD'"), "\(missing)")
        let wrong = try await BuiltCommand.run(flags, environment: ["ROSA_PASSWORD": "not-hers-at-all"], in: folder.path)
        #expect(wrong.code == 3 && wrong.error.contains("the site does not take the password in ROSA_PASSWORD"), "\(wrong)")
        #expect(try folder.names() == ["port"])
        let environment = ["ROSA_PASSWORD": "Rosa-lynx-11"]
        let begun = try await BuiltCommand.run(flags, environment: environment, in: folder.path)
        let next = "\nRun it:         journey run\nIn a new shell: read -rs ROSA_PASSWORD; export ROSA_PASSWORD\n"
        #expect(begun.code == 0 && begun.output.contains(next), "\(begun)")
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

  @Test func `the scenarios of a site fail once it takes any password or forgets who signed in`() async throws {
    try await SmallSite.serve { site, address in
      try await TemporaryFolder.with { folder in
        let begun = try await BuiltCommand.run(
          ["init", "--site", "\(address)/login", "--user", "ann"], environment: Self.passwords, in: folder.path)
        #expect(begun.code == 0 && begun.output.contains("Each run tries a wrong password of 'ann' once"), "\(begun)")
        #expect(try folder.text(of: "journeys/tenants.yaml").contains("has: \"button.log-out\""))
        let wrong = try folder.text(of: "journeys/wrong-password.yaml")
        #expect(
          wrong.contains("journey: A wrong password is refused\naccount: ann\n") && wrong.contains("user: ${account.username}"), "\(wrong)")
        #expect(wrong.hasPrefix("# Each run enters one wrong password for the account"), "\(wrong)")
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
    arguments: [
      (
        SmallSite.Fault.letsAnybodyIn, [String](),
        "the site let a wrong password in: after 'not-a-password-1' came the screen 'your-account', which has 'button.log-out' to sign out"
      ),
      (
        SmallSite.Fault.letsAnnIn, ["--user", "ann"],
        "the site let a wrong password in: after 'not-a-password-1' came the screen 'your-account'"
      ),
      (SmallSite.Fault.setsNoCookie, ["--user", "ann"], "no response to the password, or after it, set a cookie"),
      (
        SmallSite.Fault.forgets, ["--user", "ann"],
        "'ann' does not stay signed in: opened again at '/home', the page asks who the person is; likely cause: the site asks again who"
      ),
      (
        SmallSite.Fault.isOpen, ["--user", "ann"],
        "nothing shows that 'ann' is signed in: the page after the password has no link or button to sign out"
      ),
      (
        SmallSite.Fault.signsOutAnybody, ["--user", "ann"],
        "nothing shows that 'ann' is signed in: the page after the password has 'button.log-out' to sign out, and anyone gets a page like it at"
      ), (SmallSite.Fault.failsAtPassword, ["--user", "ann"], "status 500"),
      (
        SmallSite.Fault.alertsAnybody, ["--user", "ann"],
        "the site let a wrong password in: after 'not-a-password-1' came the screen 'your-account', which says 'Your parcel is late': opened again at "
          + "'/home' it is there, and an empty browser gets the screen 'log-in' in its place"
      ),
      (
        SmallSite.Fault.warnsOfPassword, ["--user", "ann"],
        "the site let a wrong password in: after 'not-a-password-1' came the screen 'your-account', which says 'Your parcel is late': opened again"
      ),
      (
        SmallSite.Fault.alerts, ["--user", "ann"],
        "nothing shows that 'ann' is signed in: the page 'Your account - Small' after the password in ANN_PASSWORD has no link or button to sign "
          + "out, and says 'Your parcel is late'"
      ),
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

  @Test(
    arguments: [
      (
        SmallSite.Fault.asksForCode,
        "after the password in ANN_PASSWORD the page 'One more step - Small' asks for a code in 'Code', and only"
      ),
      (
        .asksAnybodyForCode, "after a wrong password the page 'One more step - Small' asks for a code in 'Code', and only a person gets one"
      ),
    ])
  func `a sign-in that goes on with a code is not begun, and the page that asks is named`(fault: SmallSite.Fault, says: String) async throws
  {
    try await SmallSite.serve(fault) { _, address in
      try await TemporaryFolder.with { folder in
        let begun = try await BuiltCommand.run(
          ["init", "--site", "\(address)/login", "--user", "ann"], environment: Self.passwords, in: folder.path)
        #expect(begun.code == 64 && begun.error.contains(says) && begun.error.hasSuffix("\nNothing was written.\n"), "\(begun)")
        #expect(begun.error.contains("begin with --send-nothing, and 'journey record'"), "\(begun)")
        #expect(try folder.names() == [])
      }
    }
  }

  @Test(arguments: [SmallSite.Fault.hasNoSignOut, .offersAnotherAccount])
  func `a page that only a signed-in person gets needs no link to sign out`(site kind: SmallSite.Fault) async throws {
    try await SmallSite.serve(kind) { site, address in
      try await TemporaryFolder.with { folder in
        let flags = ["init", "--site", "\(address)/login", "--user", "ann"]
        let begun = try await BuiltCommand.run(flags, environment: Self.passwords, in: folder.path)
        #expect(begun.code == 0 && !begun.output.contains("note: the page after"), "\(begun)")
        for (fault, code) in [(kind, Int32(0)), (SmallSite.Fault.forgets, 1), (.setsNoCookie, 1)] {
          site.become(fault)
          let walked = try await BuiltCommand.run("run", environment: Self.passwords, in: folder.path)
          #expect(walked.code == code, "\(fault): \(walked)")
        }
      }
    }
  }

  @Test(arguments: ["${account.password}", "Mittens-noon-77"])
  func `a password in the project's own files is in no output of a live site, nor is a piece`(password: String) async throws {
    try await SmallSite.serve(.echoes) { _, address in
      try await TemporaryFolder.with { folder in
        let accounts = "{ann: {username: ann, password: \(SmallSite.password)}}"
        try folder.write(
          "tenants: {site: {dialect: hosted, site: '\(address)/login', accounts: \(accounts)}}\n", to: "journeys/tenants.yaml")
        let answers = "{user: ann, pass: \"\(password)\"}"
        try folder.write(
          "journey: A\naccount: ann\nsteps:\n  - screen: /login#log-in\n    answers: \(answers)\n  - screen: home\n", to: "journeys/a.yaml")
        let walked = try await BuiltCommand.run("run", "--log", "run.jsonl", in: folder.path)
        #expect(walked.code == 1 && walked.output.contains("error 'Wrong: t") && walked.output.contains("***'"), "\(walked)")
        for text in [walked.output, try folder.text(of: "run.jsonl")] { #expect(!text.contains("oon-")) }
      }
    }
  }

  @Test func `a page without a form is no beginning, and what it has is said`() async throws {
    try await SmallSite.serve { _, address in
      try await TemporaryFolder.with { folder in
        let begun = try await BuiltCommand.run(
          ["init", "--site", "\(address)/help", "--user", "ann"], environment: Self.passwords, in: folder.path)
        #expect(begun.code == 64 && begun.error.hasSuffix("\nNothing was written.\n"), "\(begun)")
        let seen =
          "the page 'Help - Small' at '\(address)/help' has no form with a name and a password: it has no field; its link 'Log in' leads to "
          + "'\(address)/login', which may be the page with the form"
        #expect(begun.error.contains(seen), "\(begun)")
        #expect(try folder.names() == [])
      }
    }
  }

  /// One edit, in tenants.yaml, makes the scenario green; without it, it fails at its last step, and it notices that the message is gone.
  @Test func `a refusal without a known message is said, in the file and on the console`() async throws {
    try await SmallSite.serve(.saysNothing) { site, address in
      try await TemporaryFolder.with { folder in
        let flags = ["init", "--site", "\(address)/login", "--user", "ann"]
        let begun = try await BuiltCommand.run(flags, environment: Self.passwords, in: folder.path)
        let note = "note: nothing on the page after the wrong password is known as a message, so 'A wrong password is refused' fails until"
        #expect(begun.code == 0 && begun.output.contains(note) && begun.output.contains("      messages:\n"), "\(begun)")
        let wrong = try folder.text(of: "journeys/wrong-password.yaml")
        #expect(wrong.contains("# No message that refuses the password was found, so this fails at its last step"), "\(wrong)")
        #expect(wrong.hasSuffix("    messages:\n      global: {level: error}\n"), "\(wrong)")
        let walked = try await BuiltCommand.run("run", environment: Self.passwords, in: folder.path)
        #expect(walked.code == 1 && walked.output.contains("expected  a message of level 'error'"), "\(walked)")
        site.become(.none)
        let again = try await BuiltCommand.run("run", environment: Self.passwords, in: folder.path)
        #expect(again.code == 0, "\(again)")
        let tenants = try folder.text(of: "journeys/tenants.yaml")
        try folder.write(tenants.replacing("      # messages:\n      #   ", with: "      messages:\n        "), to: "journeys/tenants.yaml")
        #expect(try folder.text(of: "journeys/tenants.yaml") != tenants)
        #expect(try await BuiltCommand.run("check", environment: Self.passwords, in: folder.path).code == 0)
      }
    }
  }

  @Test func `the causes of a broken site are in the failures`() async throws {
    try await SmallSite.serve { site, address in
      try await TemporaryFolder.with { folder in
        let flags = ["init", "--site", "\(address)/login", "--user", "ann"]
        #expect(try await BuiltCommand.run(flags, environment: Self.passwords, in: folder.path).code == 0)
        for (fault, cause) in [
          (SmallSite.Fault.forgets, "though the request had what it set or knew at the sign-in: the cookie 'sess'"),
          (.setsNoCookie, "likely cause: no response to the password, or after it, set a cookie"),
        ] {
          site.become(fault)
          let walked = try await BuiltCommand.run("run", environment: Self.passwords, in: folder.path)
          #expect(walked.code == 1 && walked.output.contains(cause), "\(fault): \(walked)")
        }
      }
    }
  }

  /// A message in an element that nothing marks as one is found, since it said nothing before.
  @Test(
    .enabled(if: RunningBrowsers.areInstalled, Comment(rawValue: RunningBrowsers.missing)))
  func `a site that a script draws is begun with scenarios that pass, and is not while its cookie is lost`() async throws {
    let environment = RunningBrowsers.environment.merging(Self.passwords) { $1 }
    try await SmallSite.serve(.setsNoCookie) { site, address in
      try await TemporaryFolder.with { folder in
        let flags = ["init", "--site", "\(address)/app", "--user", "ann", "--engine", "browser"]
        let broken = try await BuiltCommand.run(flags, environment: environment, in: folder.path)
        let lost = "'ann' does not stay signed in: opened again at '/app', the page asks who the person is; likely cause: no response to"
        #expect(broken.code == 3 && broken.error.contains(lost), "\(broken)")
        #expect(try folder.names() == [])
        site.become(.none)
        let begun = try await BuiltCommand.run(flags, environment: environment, in: folder.path)
        #expect(begun.code == 0 && !begun.output.contains("known as a message"), "\(begun)")
        #expect(try folder.text(of: "journeys/tenants.yaml").contains("div#toast"))
        for (fault, says) in [
          (SmallSite.Fault.none, "2 passed"), (.renamed, "'has: [name=pass]' selects nothing on it (the field for a password is 'word')"),
          (.saysNothing, "the site refused what was sent: POST"),
          (.setsNoCookie, "likely cause: no response to the password, or after it, set a cookie"),
        ] {
          site.become(fault)
          let walked = try await BuiltCommand.run("run", environment: environment, in: folder.path)
          #expect(walked.output.contains(says), "\(fault): \(walked)")
          #expect(walked.code == (fault == .none ? 0 : 1), "\(walked)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("/login", [String](), "Run it:         journey run\nRecord a walk:  journey record journeys/sign-in.yaml\n"),
      ("/login", ["--send-nothing"], "journey look --tenant live\nRecord a walk:  journey record journeys/sign-in.yaml\n"),
      (
        "/help", ["--send-nothing", "--user", "ann"],
        "journey look --tenant live\nRecord a walk:  journey record journeys/sign-in.yaml --account ann\n"
      ),
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
