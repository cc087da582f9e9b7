import JourneyModel
import JourneyRunner

extension SampleRun {
  static let code = Screen(
    id: ScreenID("mfaPasscode"),
    forms: [
      Form(
        id: "passcode",
        widgets: [
          Widget(id: "title", typeName: "static", kind: .output("Confirm that it is you")),
          Widget(id: "text", typeName: "static", kind: .output("We sent a code to r•••@acme.test.")),
          Widget(id: "passcode", typeName: "passcode", label: "Code", kind: .entry(Entry(purpose: .passcode, isRequired: true))),
          Widget(id: "submit", typeName: "submit", label: "Continue", kind: .submitter),
          Widget(
            id: "again", typeName: "submit", label: "Send another code", kind: .submitter,
            extras: [Value.Member("render", .text("link"))]),
        ]),
      Form(id: "reset", kind: .action, widgets: [Widget(id: "not-you", typeName: "submit", label: "Not you?", kind: .submitter)]),
    ],
    facts: [Fact("hostedUrl", .text("https://acme.test/hosted?challenge=1"))],
    branding: [Value.Member("copyright", .text("© 2026 Acme")), Value.Member("logoUrl", .text("https://acme.test/logo.svg"))])

  /// Signs in with a password and a code by mail, as an account of this name.
  mutating func signIn(_ id: String, as account: String, endingIn outcome: StepOutcome = .passed) {
    walk(id, attempt: 1, as: account) { run in
      run.takeStep("0", "screen identification", Self.identification)
      run.add(
        .answered(AnsweredForm(form: "identifier", answers: [.init(widget: "identifier", from: .init(rawValue: "account.email"))])),
        step: "0")
      run.add(.screenShown(Self.code), step: "1")
      run.add(.messageTaken(TakenMessage(channel: .mail, subject: "Your Acme code")), step: "1")
      run.add(.answered(AnsweredForm(form: "passcode", press: "submit", answers: [.init(widget: "passcode", from: .mail)])), step: "1")
      switch outcome {
      case .failed(let mismatches):
        run.add(.screenShown(Self.code), step: "2")
        run.add(.attemptEnded(AttemptOutcome(result: .failed(mismatches), duration: .milliseconds(60), stepsLeft: ["finish"])))
      case .passed, .broken, .skipped:
        run.add(.journeyEnded(.completed), step: "2")
        run.add(.attemptEnded(AttemptOutcome(result: .passed, duration: .milliseconds(40))))
      }
    }
  }

  /// Two mocks and a live tenant; one cause met by two cases that expected different ends; a known issue; one case each that passed.
  static func forPeople(mocks: Bool = true) -> SampleRun {
    var run = SampleRun { start in
      let digest = "sha256:" + String(repeating: "ab", count: 32)
      start.tenants = [WalkedTenant(name: "acme", mock: mocks ? "fixtures/tenants/acme.yaml" : nil, definition: mocks ? digest : nil)]
      start.again = ["--policy", "../policy.yaml"]
      start.label = "nightly"
    }
    var known = planned("Sign in by push", file: "journeys/mfa/push.yaml")
    known.knownIssue = "the push never comes"
    known.ticket = "ID-7"
    run.plan("a#code", planned("Sign in with a code by mail"))
    run.plan("a#terms", planned("Sign in, the terms are accepted", line: 20))
    run.plan("a#profile", planned("Sign in, the profile is complete", line: 40))
    run.plan("b#push", known)
    run.signIn("a#code", as: "rita")
    run.end("a#code", .passed)
    for (id, expected) in [("a#terms", "a completed journey"), ("a#profile", "screen 'profile'")] {
      run.signIn(
        id, as: "jane",
        endingIn: .failed([Mismatch(.screen, subject: "what is shown", expected: expected, actual: "screen 'mfaPasscode'")]))
      run.end(id, .failed)
    }
    run.end("b#push", .skipped("the known issue still exists"), attempts: 0, took: .zero)
    run.endRun()
    return run
  }
}
