import Encodings
import JourneyClient
import JourneyModel
import Testing

struct TokenAnswerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let status: Int
    let body: String
    let meaning: String
    var testDescription: String { "\(status) \(body)" }
  }

  @Test(arguments: [
    Case(status: 200, body: #"{"access_token":"a","expires_in":60}"#, meaning: "tokens 60"),
    Case(status: 200, body: #"{"access_token":"a","expires_in":"60"}"#, meaning: "tokens 60"),
    Case(status: 400, body: #"{"error":"invalid_grant"}"#, meaning: "refused invalid_grant"),
    Case(status: 200, body: #"{"error":"invalid_grant"}"#, meaning: "refused invalid_grant"),
    Case(status: 400, body: #"{"error":"x","access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 400, body: #"{"error":"x","id_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"error":"x","access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"error":{"code":1},"access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"error":1,"id_token":"a","access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"error":"","access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"error":null,"access_token":"a"}"#, meaning: "tokens "),
    Case(status: 200, body: #"{"errors":[],"errorCode":null,"access_token":"a"}"#, meaning: "tokens "),
    Case(status: 200, body: #"{"errors":[{"code":1}],"access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"errorCode":"E1","access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"error_description":"gone","access_token":"a"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"access_token":"a","access_token":"b"}"#, meaning: "unreadable"),
    Case(status: 400, body: #"{"error":"invalid_grant","error":"x"}"#, meaning: "unreadable"),
    Case(status: 200, body: #"{"access_token":""}"#, meaning: "unreadable"),
    Case(status: 400, body: "{}", meaning: "unreadable"),
    Case(status: 502, body: "<html>", meaning: "unreadable"),
    Case(status: 302, body: #"{"error":"invalid_grant"}"#, meaning: "unreadable"),
  ])
  func `an answer is tokens, a refusal or neither`(sample: Case) {
    let answer = TokenAnswer(HTTPResponseMessage(status: sample.status, body: Array(sample.body.utf8)))
    let meaning =
      switch answer {
      case .tokens(let tokens): "tokens \(tokens.expiresIn ?? "")"
      case .refused(let refusal): "refused \(refusal.error)"
      case .unreadable: "unreadable"
      }
    #expect(meaning == sample.meaning)
  }

  @Test(
    arguments: [
      (#""token_type":"Bearer","expires_in":60"#, nil), (#""token_type":null,"expires_in":null"#, nil), (#""expires_in":"60""#, nil),
      (#""token_type":["Bearer"]"#, TokenCheck("token_type", problem: "'token_type' is not a text")),
      (#""id_token":5"#, TokenCheck("id_token", problem: "'id_token' is not a text")), (#""id_token":null"#, nil),
      (#""refresh_token":[]"#, TokenCheck("refresh_token", problem: "'refresh_token' is not a text")),
      (#""refresh_token":"""#, TokenCheck("refresh_token", problem: "'refresh_token' is empty")),
      (#""token_type":1"#, TokenCheck("token_type", problem: "'token_type' is not a text")),
      (#""expires_in":"soon""#, TokenCheck("expires_in", problem: "'expires_in' is not a number")),
      (#""expires_in":"""#, TokenCheck("expires_in", problem: "'expires_in' is not a number")),
      (#""expires_in":[3600]"#, TokenCheck("expires_in", problem: "'expires_in' is not a number")),
      (#""expires_in":true"#, TokenCheck("expires_in", problem: "'expires_in' is not a number")),
    ] as [(String, TokenCheck?)])
  func `a member of the wrong kind is not a missing one`(members: String, check: TokenCheck?) throws {
    let body = #"{"access_token":"a",\#(members)}"#
    guard case .tokens(let tokens) = TokenAnswer(HTTPResponseMessage(status: 200, body: Array(body.utf8))) else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.formCheck == check)
  }

  @Test(arguments: [
    Case(status: 400, body: #"{"error":"invalid_grant"}"#, meaning: "refused"),
    Case(status: 400, body: #"{"error":"invalid_request"}"#, meaning: "refused"),
    Case(status: 200, body: #"{"access_token":"a"}"#, meaning: "it was taken"),
    Case(
      status: 401, body: #"{"error":"invalid_client"}"#,
      meaning: "the server answered with 'invalid_client', which is not a refusal of the grant"),
    Case(
      status: 400, body: #"{"error":"invalid_grant","access_token":"a"}"#,
      meaning: "the server answered with status 400, tokens and the error 'invalid_grant', which is not an OAuth error"),
    Case(
      status: 404, body: "{}", meaning: "the server answered with status 404 without 'error', which is not an OAuth error"),
    Case(
      status: 307, body: #"{"error":"invalid_grant"}"#,
      meaning: "the server answered with a redirect (status 307), which is not an OAuth error"),
    Case(
      status: 200, body: #"{"id_token":"a"}"#,
      meaning: "the server answered with status 200 without 'access_token', which is not an OAuth error"),
  ])
  func `a probe is refused by what refuses the grant, and by nothing else`(sample: Case) {
    let answer = TokenAnswer(HTTPResponseMessage(status: sample.status, body: Array(sample.body.utf8)))
    #expect(answer.problem(ofProbe: "it was taken") ?? "refused" == sample.meaning)
  }
}
