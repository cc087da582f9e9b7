import JourneyLanguage
import JourneyModel
import Testing

@testable import JourneyRunner

/// The messages if a mail or text message did not arrive, or is not the expected one.
struct WalkMessageTests {
  private static func walk(_ steps: String, _ inbox: [InboxMessage] = []) throws -> [Mismatch] {
    var rehearsal = try Rehearsal("journey: x\nsteps:\n  - screen: password\n" + steps, [.showing(.password())])
    rehearsal.inbox = inbox
    return try rehearsal.mismatches()
  }

  @Test func `where none came, that is said`() throws {
    let mails = try Self.walk("  - mail: jane@acme.test\n    subject: Welcome\n")
    #expect(mails.map(\.expected) == ["one within 30s"])
    #expect(mails.map(\.actual) == ["no mail has arrived"])
    let messages = try Self.walk("  - sms: \"+1555\"\n    within: 5s\n")
    #expect(messages.map(\.actual) == ["no text message has arrived"])
  }

  @Test func `where only one came that was taken before, that is said too`() throws {
    let mismatches = try Self.walk(
      "  - mail: jane@acme.test\n  - mail: jane@acme.test\n    within: 2s\n", [.mail("1", subject: "A", text: "1", after: .zero)])
    #expect(mismatches.map(\.actual) == ["no other mail has arrived"])
    #expect(mismatches.first?.details == ["1 mail was taken before and is ignored"])
  }

  @Test func `a subject that is not as expected is shown at its place, its digits hidden`() throws {
    let mismatches = try Self.walk(
      "  - mail: jane@acme.test\n    subject: Your Acme Code\n    within: 2s\n",
      [.mail("1", subject: "Your Acme code 12", text: "", after: .zero)])
    #expect(mismatches.map(\.subject) == ["subject of the mail to jane@acme.test"])
    #expect(mismatches.map(\.expected) == ["'Your Acme Code'"])
    #expect(mismatches.map(\.actual) == ["'Your Acme code **'"])
    #expect(mismatches.first?.place?.line == 5)
  }

  @Test func `a text that is not as expected is never shown`() throws {
    let mismatches = try Self.walk(
      "  - mail: jane@acme.test\n    text: {contains: Hello}\n    within: 2s\n",
      [
        .mail("1", subject: "Old", text: "x 999999", after: .zero),
        .mail("2", subject: "Code", text: "Use 123456", after: .seconds(1)),
      ])
    #expect(mismatches.map(\.subject) == ["text of the mail to jane@acme.test"])
    #expect(mismatches.map(\.expected) == ["a text that contains 'Hello'"])
    #expect(mismatches.first?.details == ["another one that does not match: mail 'Old'"])
    #expect(!"\(mismatches)".contains("123456"))
    #expect(mismatches.first?.place?.line == 5)
  }

  @Test(arguments: [
    ("Your code is 123456, or open LINK", "https://acme.test/x?token=ab482913cd", true),
    ("Open LINK", "https://acme.test/x?otp=482913", true), ("Your code is 123456, or 654321", "https://acme.test/x", false),
  ])
  func `a code is one that people read, and one of a link only where there is no other`(text: String, link: String, isOne: Bool) throws {
    var mail = InboxMessage.mail("1", subject: "Code", text: text.replacing("LINK", with: link), after: .zero)
    mail.links = [link]
    let mismatches = try Self.walk("  - mail: jane@acme.test\n    capture: {otp: code}\n  - check: {otp: {length: 6}}\n", [mail])
    #expect(mismatches.contains { $0.actual.hasPrefix("2 codes") } == !isOne, "\(mismatches)")
  }

  @Test func `a text that is compared with an empty variable fails with that reason`() throws {
    let mismatches = try Self.walk(
      "  - mail: jane@acme.test\n    text: {contains: \"${nothing, ''}\"}\n    within: 2s\n",
      [.mail("1", subject: "Code", text: "Use 123456", after: .zero)])
    #expect(mismatches.map(\.kind) == [.binding])
    #expect(mismatches.first?.actual.hasSuffix("is an empty text, which matches every text") == true, "\(mismatches)")
    #expect(mismatches.first?.place?.line == 5)
  }

  // MARK: An answer that was refused before

  private static let refusal = Turn.showing(.password([.error("Somebody uses this address already.", on: "password")]))

  private static func afterRefusal(_ rest: String, more: [Turn] = []) throws -> (mismatches: [Mismatch], waits: [Duration]) {
    var rehearsal = try Rehearsal(
      "journey: x\nsteps:\n  - screen: password\n    answers: {password: x}\n" + rest, [.showing(.password()), refusal] + more)
    let mismatches = try rehearsal.mismatches()
    return (mismatches, rehearsal.waits)
  }

  @Test(arguments: [
    "  - mail: jane@acme.test\n    capture: {link: link}\n  - open: \"${link}\"\n",
    "  - mail: jane@acme.test\n", "  - mail: jane@acme.test\n  - screen: password\n",
    "  - mail: jane@acme.test\n  - finish:\n",
  ])
  func `an error that no step looks at fails the mail step at once`(_ rest: String) throws {
    let (mismatches, waits) = try Self.afterRefusal(rest)
    #expect(mismatches.map(\.kind) == [.unexpectedMessage])
    #expect(mismatches.map(\.actual) == ["error 'Somebody uses this address already.'"])
    #expect(mismatches.first?.place?.line == 5)
    #expect(waits == [])
  }

  @Test(arguments: [
    "  - mail: jane@acme.test\n    within: 3s\n  - screen: password\n    messages: any\n",
    "  - mail: jane@acme.test\n    within: 3s\n  - screen: password\n    forms: {password: {messages: any}}\n",
    "  - mail: jane@acme.test\n    within: 3s\n  - screen: identification\n    within: 5s\n",
    "  - mail: jane@acme.test\n    within: 3s\n  - either: [[screen: identification], []]\n",
    "  - mail: jane@acme.test\n    within: 3s\n  - refresh_screen:\n",
  ])
  func `an error that a later step may look at is told beside the mail that did not come`(_ rest: String) throws {
    let (mismatches, waits) = try Self.afterRefusal(rest)
    #expect(mismatches.map(\.actual) == ["no mail has arrived"])
    #expect(mismatches.first?.details == ["the screen says on 'password': error 'Somebody uses this address already.'"])
    #expect(waits.count == 3)
  }

  @Test func `where no mail may come, an error does not matter`() throws {
    let rest = "  - mail: jane@acme.test\n    absent: true\n    within: 1s\n  - screen: password\n    messages: {password: present}\n"
    #expect(try Self.afterRefusal(rest).mismatches == [])
  }

  @Test(
    arguments: [
      ("mail", ""), ("mail", "nobody"), ("mail", " jane@acme.test "), ("mail", "Jane <jane@acme.test>"), ("mail", "a@b@acme.test"),
      ("mail", "mailto:jane@acme.test"), ("mail", "jane@acme.test, otto@acme.test"), ("sms", ""), ("sms", "hello"),
      ("sms", "jane@acme.test"),
      ("sms", "12"),
    ])
  func `where no message can come, that none came is not checked`(head: String, recipient: String) throws {
    var rehearsal = try Rehearsal(
      "journey: x\nvars: {to: '\(recipient)'}\nsteps:\n  - screen: password\n  - \(head): ${to}\n    absent: true\n",
      [.showing(.password())])
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.map(\.subject) == ["recipient"])
    #expect(mismatches.map(\.kind) == [.binding])
  }

  // MARK: An end that an address gave

  @Test(arguments: [
    (
      "invalid_client", 302,
      [
        "GET https://acme.test/wrong/oauth2/auth was answered with status 302", "is the tenant's 'client.id' right?",
        "if the client has a secret, is its 'client.secret' right?",
      ]
    ),
    (
      "not_found", 404,
      [
        "GET https://acme.test/wrong/oauth2/auth was answered with status 404",
        "is the tenant's 'issuer' right? there is nothing at this address",
      ]
    ),
    (
      "invalid_client", 401,
      [
        "GET https://acme.test/wrong/oauth2/auth was answered with status 401", "is the tenant's 'client.id' right?",
        "if the client has a secret, is its 'client.secret' right?",
      ]
    ),
    (
      "unauthorized_client", 302,
      ["GET https://acme.test/wrong/oauth2/auth was answered with status 302", "is the tenant's 'client.id' right?"]
    ),
  ])
  func `a start that is refused names the address and the status`(_ error: String, _ status: Int, _ details: [String]) throws {
    var exchange = Exchange.answered(status)
    exchange.method = "GET"
    exchange.url = "https://acme.test/wrong/oauth2/auth?client_id=x&state=***"
    var rehearsal = try Rehearsal(
      "journey: x\nsteps:\n  - screen: password\n", [Turn.ended(.refused(OAuthErrorResponse(error: error)), [exchange])])
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.map(\.actual) == ["it ends in the error '\(error)'"])
    #expect(mismatches.first?.details == details)
  }

  // MARK: What no run draws again

  private static func drawn(salt: String?) throws -> [String] {
    let yaml = """
      journey: x
      vars: {mail: "${unique_email('acme.test')}", id: "${uuid()}", code: "${digits(6)}"}
      steps:
        - screen: password
          force: true
          answers: {a: "${mail}", b: "${id}", c: "${code}"}
      """
    var rehearsal = try Rehearsal(yaml, [.showing(.password()), .completed])
    rehearsal.walk = Walk(try PlannedCase.written(yaml), values: [:], seed: 1, salt: salt, limits: WalkLimits(canMoveClock: true))
    _ = try rehearsal.outcome()
    return rehearsal.submissions.flatMap { $0.answers.compactMap { if case .text(let text) = $0.value { text } else { nil } } }
  }

  @Test func `on a tenant that remembers, a seed draws the same codes and other addresses`() throws {
    let (first, again, mocked) = (try Self.drawn(salt: "a"), try Self.drawn(salt: "b"), try Self.drawn(salt: nil))
    #expect(first.count == 3)
    #expect(first[0] != again[0])
    #expect(first[1] != again[1])
    #expect(try Self.drawn(salt: "a") == first)
    #expect(try Self.drawn(salt: nil) == mocked)
  }
}
