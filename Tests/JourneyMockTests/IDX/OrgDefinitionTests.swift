import Diagnostics
import Encodings
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyModel
import JourneyTestSupport
import Testing

struct OrgDefinitionTests {
  @Test func `every edge of the org can be taken`() throws {
    let tenant = try CascadeTenant.load()
    #expect(tenant.dialect == "okta-idx")
    #expect(tenant.unreachableEdges().map(\.message) == [])
    let found = tenant.explore()
    #expect(found.isComplete)
    let all = Set(tenant.flowGraph.states.flatMap { $0.edges.map(\.id) })
    #expect(all.subtracting(found.edges) == [])
    // What its policies switch off is no part of its graph.
    #expect(all.isDisjoint(with: ["second.decide.set_up", "reset.reset-authenticator.done"]))
  }

  @Test func `a tenant that extends another has its people and its policies, but for those of its own`() throws {
    let org = try CascadeTenant.load(CascadeTenant.org("policy: {mfa: true, sign_in_after_reset: false, idp: false}\n"))
    #expect(org.accounts.map(\.name) == (try CascadeTenant.load()).accounts.map(\.name))
    #expect(org.clients.map(\.id) == ["cascade-portal"])
    let found = org.explore().edges
    #expect(found == Set(org.flowGraph.states.flatMap { $0.edges.map(\.id) }))
    #expect(found.contains("second.decide.set_up"))
    #expect(found.contains("reset.reset-authenticator.done"))
    #expect(!found.contains("identify.redirect-idp/google.known"))
    #expect(!found.contains("second.decide.not_asked"))
  }

  @Test func `tenants that extend one another in a circle are refused`() {
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: "a.yaml", text: "tenant: a\nextends: a.yaml\n")
    let tenant = MockTenant.load(file, speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics) {
      _, _ throws(UnreadableInclude) in
      file
    }
    #expect(tenant == nil)
    #expect(diagnostics.map(\.id) == [.unreadableInclude])
  }

  @Test func `a question without a label is told by its key`() async throws {
    let org = try CascadeTenant.load(
      CascadeTenant.org(
        """
        start: enroll_question
        screens:
          enroll-authenticator/security_question:
            forms:
              enroll-authenticator:
                credentials: {type: questions, options: [{value: first_toy}]}

        """))
    var app = IDXApp(World(org, issuer: "https://cascade.test/oauth2/default"))
    try await app.start()
    try await app.submit("enroll-authenticator", [.init("credentials", ["questionKey": "first_toy", "answer": "a bear"])])
    #expect(app.status == 200)
    #expect(app.edges.contains("enroll_question.enroll-authenticator.done"))
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    var text: String
    var id: DiagnosticID
    var message: String
    var suggestion: String?
    var testDescription: String { message }
  }

  private static func screen(_ name: String, _ rest: String) -> String { "screens:\n  \(name):\n    forms:\n      \(rest)\n" }

  @Test(arguments: [
    Broken(
      text: screen("identify", "identfy: {}"), id: .unknownForm, message: "no remediation 'identfy'", suggestion: "did you mean 'identify'?"
    ),
    Broken(
      text: screen("challenge-authenticator/okta_mail", "challenge-authenticator: {}"), id: .badValue,
      message: "no authenticator 'okta_mail'", suggestion: "did you mean 'okta_email'?"),
    Broken(
      text: screen("challenge-authenticator/phone_number/smss", "challenge-authenticator: {}"), id: .badValue,
      message: "no method 'smss' of phone_number", suggestion: "did you mean 'sms'?"),
    Broken(
      text: screen("enroll-authenticator/google_otp", "enroll-authenticator: {}"), id: .badValue,
      message: "a screen is named by its first form and the authenticator it concerns",
      suggestion: "write 'enroll-authenticator/google_otp/otp'"),
    Broken(
      text: "screens:\n  good-bye: {}\n", id: .badValue,
      message: "a screen without a form is named 'terminal/' and the key of its message"),
    Broken(
      text: screen("identify", "identify: {identifier: {type: input}}"), id: .unknownWidgetType,
      message:
        "unknown widget type 'input'; expected one of text, password, checkbox, choice, decision, carried, authenticators, authenticator, channel, questions, provider, scopes, ceremony"
    ),
    Broken(
      text: screen("identify", "identify: {identifier: {type: text, lable: Username}}"), id: .unknownAttribute,
      message: "no attribute 'lable' of text", suggestion: "did you mean 'label'?"),
    Broken(
      text: screen("identify", "identify: {identifier: {type: authenticators, options: [{value: okta_mail}]}}"), id: .badValue,
      message: "no authenticator 'okta_mail'", suggestion: "did you mean 'okta_email'?"),
    Broken(
      text: "screens:\n  identify:\n    layout: []\n    forms: {identify: {}}\n", id: .unknownKey,
      message: "screens of okta-idx have no 'layout'"),
    Broken(text: "messages: {denied: {status: 99, en: No}}\n", id: .badValue, message: "'99' is not an HTTP status"),
  ])
  func `a mistake in an org is told`(_ broken: Broken) {
    let found = CascadeTenant.read(CascadeTenant.org(broken.text)).diagnostics
    let first = found.first { $0.message == broken.message }
    #expect(first?.id == broken.id, "\(found.map(\.message))")
    #expect(first?.suggestion == broken.suggestion)
  }

  @Test func `messages of the other protocol have neither key nor status`() {
    let (tenant, diagnostics) = TenantSource.load(
      TenantSource.text(replacing: ["messages": "messages: {wrong: {on: password, key: some.key, status: 401, en: Wrong.}}\n"]))
    #expect(tenant == nil)
    #expect(
      diagnostics.map(\.message)
        == ["messages of journey-flow have no 'key'", "messages of journey-flow have no 'status'"])
  }
}
