import JourneyModel
import JourneyTestSupport
import Testing

@testable import IDXDialect

struct IDXChoosingTests {
  private func picker() throws -> MappedBody {
    let fixture = try ExchangeFixture("identify-select")
    let response = try #require(IDXResponse(fixture.body))
    return MappedBody(response)
  }

  private func facts(_ members: [(String, JourneyModel.Value)]) -> AnswerValue {
    .choice(members.map { Value.Member($0.0, $0.1) })
  }

  @Test(arguments: [
    (AnswerValue.text("okta_email"), #"{"id":"aut-email","methodType":"email"}"#),
    (.text("email"), #"{"id":"aut-email","methodType":"email"}"#),
    (.text("security key"), #"{"id":"aut-old"}"#),
    (.text("app"), #"{"id":"aut-verify"}"#),
    (.choice([Value.Member("key", "phone_number"), Value.Member("nth", 2)]), #"{"id":"aut-phone","enrollmentId":"sms-2"}"#),
    (.choice([Value.Member("type", "phone"), Value.Member("nickname", "work")]), #"{"id":"aut-phone","enrollmentId":"sms-2"}"#),
    (
      .choice([Value.Member("profile", "+1 XXX-XXX-0100"), Value.Member("method", "sms")]),
      #"{"id":"aut-phone","methodType":"sms","enrollmentId":"sms-1"}"#
    ),
    (.choice([Value.Member("label", "acme verify"), Value.Member("method", "totp")]), #"{"id":"aut-verify","methodType":"totp"}"#),
    (.choice([Value.Member("method", "push")]), #"{"id":"aut-verify","methodType":"push"}"#),
    (.choice([Value.Member("key", "okta_email"), Value.Member("method", "email")]), #"{"id":"aut-email","methodType":"email"}"#),
    (.choice([Value.Member("id", "aut-old")]), #"{"id":"aut-old"}"#),
  ])
  func `an authenticator is told by what it is`(answer: AnswerValue, body: String) throws {
    #expect(try picker().sent([("authenticator", answer)]) == #"{"authenticator":\#(body),"stateHandle":"02.state~identify"}"#)
  }

  @Test func `a method may be answered by itself`() throws {
    let sent = try picker().sent([
      ("authenticator", facts([("key", "phone_number"), ("nth", 1)])), ("authenticator.methodType", .text("Voice call")),
    ])
    #expect(sent == #"{"authenticator":{"id":"aut-phone","methodType":"voice","enrollmentId":"sms-1"},"stateHandle":"02.state~identify"}"#)
  }

  @Test func `what fits several or none is refused, with all there are`() throws {
    let all =
      "there are 'Email' {key: 'okta_email', type: 'email', method: 'email', profile: {email: 'j***e@acme.test'}}; "
      + "'Phone' {key: 'phone_number', type: 'phone', methods: ['sms', 'voice'], profile: {phoneNumber: '+1 XXX-XXX-0100'}, nth: 1}; "
      + "'Phone' {key: 'phone_number', type: 'phone', methods: ['sms', 'voice'], nickname: 'work', "
      + "profile: {phoneNumber: '+1 XXX-XXX-0111'}, nth: 2}; "
      + "'Acme Verify' {key: 'okta_verify', type: 'app', methods: ['push', 'totp']}; 'Security Key' {option: 5}"
    #expect(
      try picker().refusal([("authenticator", .text("phone_number"))]) == "'phone_number' matches 2 choices of 'authenticator'; \(all)")
    #expect(
      try picker().refusal([("authenticator", facts([("key", "webauthn"), ("nth", 2)]))])
        == "{key: 'webauthn', nth: 2} matches no choice of 'authenticator'; \(all)")
    #expect(try picker().refusal([]) == "'authenticator' has to be chosen; \(all)")
  }

  @Test func `all that tells a choice tells it, and answers nothing besides`() throws {
    let body = try picker()
    guard case .choice(let list) = try body.widget("authenticator").kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.choices.count == 5)
    for choice in list.choices {
      let members = choice.facts.map { Value.Member($0.name, $0.value) }
      #expect(list.choices(toldBy: members) == [choice])
      #expect(choice.answers(toldBy: members) == [])
    }
  }

  private func question() throws -> MappedBody {
    try MappedBody.form(
      """
      {"name": "credentials", "type": "object", "required": true, "options": [
        {"label": "Choose one", "value": {"form": {"value": [{"name": "questionKey", "required": true, "options": [
          {"label": "Food?", "value": "food"},
          {"label": "Toy?", "value": "toy"}]}, {"name": "answer", "required": true}]}}},
        {"label": "My own", "value": {"form": {"value": [{"name": "questionKey", "required": true, "mutable": false, "value": "custom"},
          {"name": "question", "required": true}, {"name": "answer", "required": true}]}}}]}
      """)
  }

  @Test func `the fields that were answered say which set of them is meant`() throws {
    let answer: (WidgetID, AnswerValue) = ("credentials.answer", .text("soup"))
    #expect(
      try question().sent([("credentials.question", .text("Why?")), answer])
        == #"{"credentials":{"questionKey":"custom","question":"Why?","answer":"soup"},"stateHandle":"own"}"#)
    #expect(
      try question().sent([("credentials.questionKey", .text("Toy?")), answer])
        == #"{"credentials":{"questionKey":"toy","answer":"soup"},"stateHandle":"own"}"#)
    #expect(
      try question().refusal([answer])
        == "'credentials.answer' can be given in 2 choices of 'credentials'; there are 'Choose one' {option: 1}; 'My own' {option: 2}")
    #expect(
      try question().refusal([("credentials", facts([("option", 2)])), answer]) == "'credentials.question' has to be answered")
  }
}
