import JourneyLanguage
import JourneyModel
import Testing

@testable import JourneyRunner

struct WalkOutsideTests {
  @Test func `a fragment sees its parameters only, and what it captures is its caller's`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Fragment
      vars: {mine: jane}
      steps:
        - use: _type.yaml
          with: {who: "${mine}"}
        - check: {label: Email address, mine: jane}
      """, [.showing(.identification()), .showing(.password())])
    let outcome = try rehearsal.outcome()
    #expect(outcome.result == .passed, "\(outcome)")
    #expect(rehearsal.submissions.first?.answers.first?.value == .text("jane!"))
    #expect(rehearsal.walk.bindings.values["who"] == nil)
    #expect(rehearsal.walk.bindings.values["suffix"] == nil)
  }

  @Test func `a fragment that fails leaves its scope before the clean-up`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Fragment
      vars: {mine: jane}
      steps:
        - use: _type.yaml
          with: {who: "${mine}"}
      after:
        - run: [clean, "${mine}"]
      """, [.showing(.password())])
    #expect(try rehearsal.mismatches().map(\.kind) == [.screen])
    #expect(rehearsal.actions.contains(.run(["clean", "jane"])))
  }

  @Test func `a token of a response that was refused is a secret`() {
    let body = #"{"access_token":"Kq7A1B2C3D4E5F6071829zW","error":"Kq7A1B2C3D4E5F6071829zW"}"#
    var exchange = Exchange(purpose: "token", method: "POST", url: "https://acme.test/token")
    exchange.response = Exchange.Answered(status: 503, headers: [], body: Array(body.utf8), concealedMembers: ["access_token"])
    let failed = WalkInput.failed(DriverError(.status, "it was refused", exchanges: [exchange]))
    #expect(failed.learned.map(\.unsafeText) == ["Kq7A1B2C3D4E5F6071829zW"])
    exchange.response?.concealedMembers = []
    exchange.response?.body = Array(#"{"a":"{\"access_token\":\"Kq7A1B2C3D4E5F6071829zW\"}"}"#.utf8)
    #expect(WalkInput.answered(exchange).learned.map(\.unsafeText).contains("Kq7A1B2C3D4E5F6071829zW"))
  }

  @Test(arguments: [
    #"{"statusCode":200,"body":"{\"access_token\":\"%\"}"}"#, "<pre>{&quot;access_token&quot;: &quot;%&quot;}</pre>",
    "TokenResponse(accessToken=%, expiresIn=600)", "<access_token>%</access_token>",
    #"{"error_description":"stored {\"refresh_token\": \"%\"}"}"#,
  ])
  func `a token is a secret wherever an endpoint of tokens has it`(body: String) {
    var exchange = Exchange(purpose: "token", method: "POST", url: "https://acme.test/token")
    let token = "Kq7A1B2C3D4E5F6071829zW"
    exchange.response = Exchange.Answered(
      status: 200, headers: [], body: Array(body.replacing("%", with: token).utf8), concealedMembers: ["access_token"])
    let failed = WalkInput.failed(DriverError(.protocol, "it was no JSON", exchanges: [exchange]))
    #expect(failed.learned.map(\.unsafeText).contains(token))
  }

  @Test(arguments: ["password", "j_password", "credentials.passcode", "pwd", "password1"])
  func `a password for a field that is not there is a secret all the same`(field: String) throws {
    var rehearsal = try Rehearsal(
      "journey: x\nsteps:\n  - screen: password\n    answers: {emaill: x@y.test, \(field): Winter-Zeder-2027x}\n", [.showing(.password())])
    #expect(try rehearsal.mismatches().map(\.kind).contains(.answer))
    #expect(rehearsal.learned.map(\.unsafeText).contains("Winter-Zeder-2027x"))
  }

  @Test(arguments: [
    HTTPCall(method: "GET", url: .text("/echo?access_token=Winter-2027x"), headers: [], body: .none),
    HTTPCall(method: "GET", url: .text("/echo"), headers: [], body: .text(.text("password=Winter-2027x&grant_type=password"))),
    HTTPCall(method: "GET", url: .text("/echo"), headers: [], body: .text(.text(#"{"password": "Winter-2027x"}"#))),
    HTTPCall(method: "GET", url: .text("/echo"), headers: [], body: .json(.map([.init("body", .text(#"{"password": "Winter-2027x"}"#))]))),
    HTTPCall(
      method: "GET", url: .text("/echo"), headers: [],
      body: .json(.list([.map([.init("name", .text("password")), .init("value", .text("Winter-2027x"))])]))),
  ])
  func `a credential that a request has in clear is a secret`(call: HTTPCall) {
    #expect(WalkAction.request(call).secrets.map(\.unsafeText) == ["Winter-2027x"])
  }

  @Test func `a push is answered, a command run, and a command that fails fails its step`() throws {
    let yaml = """
      journey: Push
      before:
        - run: [seed, jane]
      steps:
        - screen: password
        - push: reject
      """
    var good = try Rehearsal(yaml, [.showing(.password())])
    #expect(try good.outcome().result == .passed)
    #expect(good.actions.first == .run(["seed", "jane"]))
    #expect(good.actions.contains(.answerPush(accepts: false)))
    var bad = try Rehearsal(yaml, [])
    bad.exitStatus = 3
    let outcome = try bad.outcome()
    guard case .failed(let mismatches) = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(mismatches.map(\.actual) == ["3"])
    #expect(outcome.stepsLeft == ["screen password", "push reject"])
    #expect(bad.driverActions == [])
  }

  @Test func `a snapshot that differs is told beside everything else, and nothing is posted`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Snapshot
      steps:
        - screen: password
          snapshot: sign-in
          widgets: [nothing]
          answers: {password: x}
      """, [.showing(.password())])
    rehearsal.snapshotDifferences = [Mismatch(.snapshot, subject: "$.forms", expected: "1", actual: "2")]
    #expect(try rehearsal.mismatches().map(\.kind) == [.widget, .snapshot])
    #expect(rehearsal.submissions == [])
    #expect(
      rehearsal.actions.contains {
        if case .compareSnapshot(let question) = $0 { question.name == "sign-in" } else { false }
      })
  }

  @Test func `reset posts the dialect's form, open hands the link over as a secret`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Reset
      steps:
        - screen: password
        - reset:
        - screen: identification
        - open: https://acme.test/l
          elsewhere: true
      """, [.showing(.password()), .showing(.identification()), .completed])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.submissions.map(\.form) == ["reset"])
    guard case .open(let link, elsewhere: true)? = rehearsal.driverActions.dropLast().last else {
      Issue.record("\(rehearsal.driverActions)")
      return
    }
    #expect(link.unsafeText == "https://acme.test/l")
    #expect(link.source == .project, "what the scenario has as it is, is shown")
  }
}
