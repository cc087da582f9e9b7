import JourneyModel
import Testing

@testable import JourneyKit

/// What `journey look` says where a tenant shows no screen.
struct FirstScreenTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let now: Turn.Now
    let outcome: FirstScreen.Outcome
    let text: String
    let json: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Row(
      now: .ended(
        .expired(
          status: 200,
          messages: [Message(level: .error, text: "You have been logged out due to inactivity.", key: "idx.session.expired")])),
      outcome: .refused,
      text: """
        No screen is shown: the session is refused as expired, with status 200.
        message global: error 'You have been logged out due to inactivity.' (idx.session.expired)

        """,
      json: """
        {"end":{"kind":"expired","status":200,"messages":[{"level":"error",\
        "text":"You have been logged out due to inactivity.","key":"idx.session.expired"}]}}

        """),
    Row(
      now: .ended(.expired(status: 403)), outcome: .refused,
      text: "No screen is shown: the session is refused as expired, with status 403.\n",
      json: "{\"end\":{\"kind\":\"expired\",\"status\":403}}\n"),
    Row(
      now: .ended(.refused(OAuthErrorResponse(error: "login_required", description: "no user is signed in"))), outcome: .refused,
      text: """
        No screen is shown: the tenant refuses the journey with 'login_required': no user is signed in.
        A tenant answers this if a journey begins with 'prompt=none' and needs a screen: begin it without 'prompt=none'.

        """,
      json: """
        {"end":{"kind":"refused","error":"login_required","description":"no user is signed in"}}

        """),
    Row(
      now: .ended(.refused(OAuthErrorResponse(error: "invalid_client"))), outcome: .refused,
      text: """
        No screen is shown: the tenant refuses the journey with 'invalid_client'.
        Look at 'client' and 'issuer' of 'acme' in tenants.yaml.

        """,
      json: "{\"end\":{\"kind\":\"refused\",\"error\":\"invalid_client\"}}\n"),
    Row(
      now: .ended(.completed), outcome: .noScreen, text: "No screen is shown: the journey is complete as soon as it begins.\n",
      json: "{\"end\":{\"kind\":\"completed\"}}\n"),
    Row(
      now: .handover(Handover(url: "https://idp.test/page", reason: .provider)), outcome: .noScreen,
      text: "The journey leaves for https://idp.test/page.\n",
      json: "{\"handover\":{\"url\":\"https://idp.test/page\",\"reason\":\"provider\"}}\n"),
  ])
  func `what came instead of a screen is said, with what a person reads there`(row: Row) {
    let first = FirstScreen(row.now, of: "acme")
    #expect(first.outcome == row.outcome)
    #expect(first.text(usesColour: false) == row.text)
    #expect(first.json == row.json)
  }

  @Test func `a screen is a screen`() {
    let first = FirstScreen(.screen(Screen(id: ScreenID("password"))), of: "acme")
    #expect(first.outcome == .screen)
    #expect(first.json.hasPrefix("{\"id\":"))
  }
}
