import JourneyLanguage
import JourneyModel
import Testing

@testable import JourneyRunner

struct WalkFlowTests {
  @Test func `repeat counts its rounds from 1 and forgets the index afterwards`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Lock
      steps:
        - repeat: 3
          steps:
            - screen: password
              answers: {password: "wrong-${index}"}
        - screen: locked
      """, [.showing(.password()), .showing(.password()), .showing(.password()), .showing(.bare("locked"))])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.submissions.compactMap { $0.answers.first?.value.typed } == ["wrong-1", "wrong-2", "wrong-3"])
    #expect(rehearsal.walk.bindings.values["index"] == nil)
  }

  @Test func `a condition that does not hold passes the step over`() throws {
    let yaml = """
      journey: Apps
      steps:
        - screen: consent
          when: {app: {any_of: [ios, android]}}
        - screen: password
      """
    var web = try Rehearsal(yaml, [.showing(.password())])
    #expect(try web.outcome().result == .passed)
    #expect(web.events.contains { $0.kind == .stepEnded(.skipped("'when' is not true")) })
    var ios = try Rehearsal(yaml, [.showing(.password())], app: "ios")
    #expect(try ios.mismatches().map(\.kind) == [.screen])
  }

  @Test func `variables come from rows, vars and what the walk binds, and are drawn alike from one seed`() throws {
    let yaml = """
      journey: Vars
      vars: {name: "${who}-${tenant}", mail: "${unique_email('acme.test')}"}
      examples: [{who: jane}]
      steps:
        - screen: identification
          answers: {identifier: "${name} ${mail} ${case}"}
      """
    var first = try Rehearsal(yaml, [.showing(.identification()), .completed])
    var second = try Rehearsal(yaml, [.showing(.identification()), .completed])
    #expect(try first.outcome().result == .passed)
    #expect(try second.outcome().result == .passed)
    let typed = try #require(first.submissions.first?.answers.first?.value.typed)
    #expect(typed.hasPrefix("jane-acme "))
    #expect(typed.hasSuffix("@acme.test 1"))
    #expect(second.submissions == first.submissions)
  }

  @Test func `a name without a value is told with its place`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: Secrets
      steps:
        - screen: password
          answers: {password: "${secret.NOPE}"}
      """, [.showing(.password())], values: ["secret": .map([])])
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.map(\.kind) == [.binding])
    #expect(mismatches.first?.actual == "the secret 'NOPE' is not set")
    #expect(mismatches.first?.place?.line == 4)
  }

  @Test func `a mail is taken once, the newest that was not taken yet`() throws {
    let yaml = """
      journey: Mail
      steps:
        - screen: password
        - mail: jane@acme.test
          subject: {contains: code}
          capture: {otp: code}
        - mail: jane@acme.test
          within: 5s
          capture: {again: code, link: {link: {contains: welcome}}}
        - check: {otp: "123456"}
        - check: {otp: "${otp}", again: {not: "${otp}"}}
      """
    var rehearsal = try Rehearsal(yaml, [.showing(.password())])
    rehearsal.inbox = [
      .mail("1", subject: "Your code", text: "Use 123456, not 1234567.", after: .zero),
      .mail("2", subject: "Your code", text: "Use 654321", links: ["https://x.test/welcome?a", "https://x.test/out"], after: .seconds(2)),
    ]
    let outcome = try rehearsal.outcome()
    #expect(outcome.result == .passed, "\(outcome)")
    #expect(rehearsal.waits == [.seconds(1), .seconds(1)])
    guard case .secret? = rehearsal.walk.bindings.values["otp"] else {
      Issue.record("a captured code is no secret")
      return
    }
  }

  struct MailRow: CustomTestStringConvertible {
    var testDescription: String
    var step: String
    var inbox: [InboxMessage]
    var actual: String
  }

  @Test(arguments: [
    MailRow(testDescription: "none", step: "mail: jane@acme.test", inbox: [], actual: "no mail has arrived"),
    MailRow(
      testDescription: "another subject", step: "mail: jane@acme.test\n    subject: Welcome",
      inbox: [.mail("1", subject: "Code 12", text: "", after: .zero)], actual: "'Code **'"),
    MailRow(
      testDescription: "two that differ", step: "mail: jane@acme.test",
      inbox: [.mail("1", subject: "A", text: "1", after: .zero), .mail("2", subject: "A", text: "2", after: .zero)],
      actual: "2 that differ"),
    MailRow(
      testDescription: "one too many", step: "mail: jane@acme.test\n    absent: true\n    within: 3s",
      inbox: [.mail("1", subject: "Code 12", text: "", after: .seconds(2))], actual: "mail 'Code **'"),
    MailRow(
      testDescription: "no code", step: "mail: jane@acme.test\n    capture: {otp: code}",
      inbox: [.mail("1", subject: "A", text: "none here", after: .zero)], actual: "none"),
  ])
  func `a mail that is not as the step says fails it`(_ row: MailRow) throws {
    var rehearsal = try Rehearsal("journey: x\nsteps:\n  - screen: password\n  - \(row.step)\n", [.showing(.password())])
    rehearsal.inbox = row.inbox
    let mismatches = try rehearsal.mismatches()
    #expect(mismatches.map(\.actual) == [row.actual])
  }

  @Test func `no mail may come, and none does`() throws {
    var rehearsal = try Rehearsal(
      "journey: x\nsteps:\n  - screen: password\n  - mail: jane@acme.test\n    absent: true\n    within: 3s\n", [.showing(.password())])
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.waits.count == 3)
  }

  @Test func `two mails that say the same are one after the other`() throws {
    var rehearsal = try Rehearsal(
      "journey: x\nsteps:\n  - screen: password\n  - mail: jane@acme.test\n  - mail: jane@acme.test\n", [.showing(.password())])
    rehearsal.inbox = [.mail("1", subject: "A", text: "1", after: .zero), .mail("2", subject: "A", text: "1", after: .zero)]
    #expect(try rehearsal.outcome().result == .passed)
    #expect(rehearsal.waits == [])
  }
}

extension InboxMessage {
  static func mail(_ id: String, subject: String, text: String, links: [String] = [], after: Duration) -> InboxMessage {
    InboxMessage(
      id: id, channel: .mail, to: "jane@acme.test", subject: subject, text: text, links: links,
      received: Instant(seconds: 1_893_456_000) + after)
  }
}
