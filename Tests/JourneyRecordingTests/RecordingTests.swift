import JourneyModel
import Testing

@testable import JourneyRecording

struct RecordingTests {
  private static var recording: Recording {
    var recording = Recording(title: "Rita signs in with her password and a code by mail")
    recording.comments = ["Recorded on 2027-01-18 on acme, as rita."]
    recording.account = "rita"
    var first = RecordedScreen(id: "identification")
    first.widgets = [RecordedScreen.Widget(id: "identifier", type: "input", label: "Email address", isRequired: true)]
    first.answers = [RecordedScreen.Answer("identifier", .attribute("email"))]
    var code = RecordedScreen(id: "mfaPasscode")
    code.answers = [RecordedScreen.Answer("passcode", .variable("otp"))]
    recording.steps = [
      .screen(first), .screen(RecordedScreen(id: "mfaPasscode")),
      .message(
        RecordedMessage(.mail, to: .attribute("email"), subject: "Your Acme code", capture: RecordedMessage.Capture("otp", .code))),
      .screen(code), .finish(RecordedFinish(claims: [RecordedFinish.Claim("email", .attribute("email"))])),
    ]
    return recording
  }

  @Test func `a recording is written as a person would write the scenario`() {
    #expect(
      Self.recording.text == """
        # Recorded on 2027-01-18 on acme, as rita.
        journey: Rita signs in with her password and a code by mail
        account: rita
        tags: [recorded]

        steps:
          - screen: identification
            widgets:
              identifier: {type: input, label: Email address, required: true}
            answers:
              identifier: ${account.email}

          - screen: mfaPasscode

          - mail: ${account.email}
            subject: Your Acme code
            capture: {otp: code}

          - screen: mfaPasscode
            answers:
              passcode: ${otp}

          - finish:
            claims: {email: "${account.email}"}

        """)
  }

  @Test func `a wrong password on the way is in the title`() {
    var recording = Self.recording
    var wrong = RecordedScreen(id: "password")
    wrong.widgets = [RecordedScreen.Widget(id: "password", type: "password", label: "Password", isRequired: false)]
    wrong.answers = [RecordedScreen.Answer("password", .literal("nonsense"))]
    recording.steps.insert(.screen(wrong), at: 1)
    #expect(
      WalkTitle.proposed(for: recording, person: "rita", besides: [])
        == "Rita signs in with a code by mail, after a wrong password")
  }

  @Test func `somebody with an address that nobody has registers`() {
    var recording = Recording(title: "x")
    recording.vars = [Recording.Variable("email", "${unique_email('a.test')}")]
    var screen = RecordedScreen(id: "sign-up")
    screen.answers = [RecordedScreen.Answer("email", .variable("email"))]
    recording.steps = [.screen(screen)] + Self.recording.steps.suffix(1)
    #expect(WalkTitle.proposed(for: recording, person: nil, besides: []) == "A new person registers")
  }

  @Test func `a refused journey is called by what refused it`() {
    var recording = Self.recording
    recording.steps[recording.steps.count - 1] = .error("access_denied")
    #expect(WalkTitle.proposed(for: recording, person: "rita", besides: []) == "Rita is refused: access_denied")
  }

  @Test func `a screen that is looked at and then answered counts once`() {
    #expect(Self.recording.screenCount == 2)
  }

  @Test func `a name that a step captures is not given twice`() {
    #expect(Self.recording.free("otp") == "otp2")
    #expect(Self.recording.free("link") == "link")
  }

  @Test func `variables are added to those of the scenario that is gone on from`() {
    var recording = Recording(title: "x")
    recording.head = ["account: jane", "vars: {a: b}"]
    recording.vars = [Recording.Variable("email", "${unique_email('a.test')}")]
    #expect(recording.text.contains("vars: {a: b, email: \"${unique_email('a.test')}\"}"))
    recording.head = ["vars:", "  a: b"]
    #expect(recording.text.contains("vars:\n  email: \"${unique_email('a.test')}\"\n  a: b"))
    recording.head = ["account: jane"]
    #expect(recording.text.contains("account: jane\nvars:\n  email: "))
  }

  @Test func `what a screen shows of a secret is left out`() {
    var recording = Self.recording
    var screen = RecordedScreen(id: "a")
    screen.widgets = [RecordedScreen.Widget(id: "x", type: nil, label: "Canary-77 is it", isRequired: false)]
    screen.messages = [RecordedScreen.Message(scope: "global", level: .error, text: "not Canary-77")]
    recording.steps = [.screen(screen)]
    recording.leaveOutShown { $0.contains("Canary-77") }
    #expect(!recording.text.contains("Canary"))
    #expect(recording.text.contains("messages: any"))
  }

  @Test(arguments: [
    (AnswerOrigin.literal("${secret.X}"), "\"$${secret.X}\""), (.passcode(of: "account.totp"), "${totp(account.totp)}"),
    (.selector([Value.Member("key", "okta_email"), Value.Member("method", "email")]), "{key: okta_email, method: email}"),
    (.options(["A, b", "c"]), "[\"A, b\", c]"), (.literal("123456"), "\"123456\""), (.flag(true), "true"), (.nothing, "null"),
  ])
  func `an answer is written by where it comes from`(origin: AnswerOrigin, written: String) {
    #expect(origin.written == written)
  }
}
