import JourneyModel
import Testing

@testable import JourneyRunner

/// A person needs something to press; app `pressing` submits by widgets of type submit and passkeyLogin, `web` draws its own buttons.
struct SubmitControlTests {
  private static var hidden: Widget {
    var widget = Widget.submit("go", "Go on")
    widget.isVisible = false
    return widget
  }

  private static let screen = Screen(
    id: ScreenID("s"),
    forms: [
      Form(id: "password", widgets: [.entry("password", purpose: .password, label: "Password")]),
      Form(id: "unseen", widgets: [.entry("a"), hidden]),
      Form(id: "whole", widgets: [.entry("c"), .submit("go", "Go")]),
      Form(
        id: "passkey",
        widgets: [
          Widget(
            id: "passkey.credential", typeName: "passkeyLogin", label: "Use a passkey",
            kind: .credential(CredentialPrompt(ceremony: .get, options: .null)))
        ]),
      Form(
        id: "closing",
        widgets: [.entry("d"), .submit("go", "Save"), Widget(id: "cancel", typeName: "close", label: "Cancel", kind: .close)]),
      Form(id: "resend", kind: .action, widgets: [Widget(id: "text", typeName: "static", kind: .output("Nothing came?"))]),
      Form(id: "provider", kind: .navigation("https://idp.test"), label: "Elsewhere"),
      Form(id: "poll", kind: .poll(every: .seconds(1))),
    ])

  struct Row: Sendable, CustomTestStringConvertible {
    let keys: String
    /// The form that is posted; `nil` if the step fails.
    var posts: FormID?
    var actual = "none that a person can press"
    /// The first of the details, if there is one before the kinds of controls.
    var hindrance: String?
    var app = "pressing"
    var testDescription: String { "\(keys) @\(app)" }
  }

  @Test(arguments: [
    Row(keys: "answers: {password: x}"),
    Row(keys: "press: password"),
    Row(keys: "press: password\n    answers: {password: x}"),
    Row(keys: "force: true\n    answers: {password: x}", posts: "password"),
    Row(keys: "force: true\n    press: password", posts: "password"),
    Row(keys: "answers: {password: x}", posts: "password", app: "web"),
    Row(keys: "press: password", posts: "password", app: "web"),
    Row(keys: "answers: {a: x}", hindrance: "widget 'go' is not shown"),
    Row(keys: "press: unseen", hindrance: "widget 'go' is not shown"),
    Row(keys: "answers: {c: x}", posts: "whole"),
    Row(keys: "press: Go", posts: "whole"),
    Row(keys: "press: whole", posts: "whole"),
    Row(keys: "press: passkey", hindrance: "widget 'passkey.credential' is not answered: it submits once it is"),
    Row(keys: "press: Use a passkey", hindrance: "widget 'passkey.credential' is not answered: it submits once it is"),
    Row(keys: "answers: {passkey.credential: true}", posts: "passkey"),
    Row(keys: "press: Cancel", actual: "'cancel' closes the app's journey and posts nothing"),
    Row(keys: "press: Save", posts: "closing"),
    Row(keys: "press: resend"),
    Row(keys: "press: provider", posts: "provider"),
    Row(keys: "press: Elsewhere", posts: "provider"),
    Row(keys: "press: poll", posts: "poll"),
  ])
  func `a form without anything to press cannot be submitted`(row: Row) throws {
    let yaml = "journey: x\nsteps:\n  - screen: s\n    \(row.keys)\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.screen), .completed], app: row.app)
    let outcome = try rehearsal.outcome()
    #expect(rehearsal.submissions.map(\.form) == (row.posts.map { [$0] } ?? []))
    guard row.posts == nil else { return #expect(outcome.result == .passed, "\(outcome)") }
    guard case .failed(let mismatches) = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(mismatches.map(\.kind) == [.press])
    #expect(mismatches.first?.actual == row.actual)
    let usual = "'force: true' posts the form without one"
    #expect(mismatches.first?.details.last == usual)
    if let hindrance = row.hindrance { #expect(mismatches.first?.details.first == hindrance) }
  }

  @Test func `the failure names the form, what would submit it, and force`() throws {
    let yaml = "journey: x\nsteps:\n  - screen: s\n    answers: {password: x}\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.screen), .completed], app: "pressing")
    let mismatch = try #require(try rehearsal.mismatches().first)
    #expect(mismatch.subject.sentence == "what submits form 'password'")
    #expect(mismatch.expected == "a button or link that submits it")
    #expect(
      mismatch.details == [
        "a visible widget of type 'submit' or 'passkeyLogin' submits a form", "'force: true' posts the form without one",
      ])
    #expect(mismatch.place?.line == 4)
  }

  @Test func `everything else that is wrong with the step is told as well`() throws {
    let yaml = "journey: x\nsteps:\n  - screen: s\n    answers: {password: true}\n    widgets: {password: absent}\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.screen), .completed], app: "pressing")
    #expect(try rehearsal.mismatches().map(\.kind) == [.widget, .press])
  }
}
