import JourneyModel
import Testing

@testable import JourneyRunner

struct AnsweredFormTests {
  private static func sources(_ steps: String, values: [String: Value] = [:], inbox: [InboxMessage] = []) throws -> [String] {
    var rehearsal = try Rehearsal(
      "journey: x\naccount: jane\nvars: {mine: \"${account.email}\"}\nsteps:\n" + steps, [.showing(.password()), .showing(.password())],
      values: values)
    rehearsal.inbox = inbox
    _ = try rehearsal.outcome()
    return rehearsal.events.flatMap { event -> [String] in
      guard case .answered(let form) = event.kind else { return [] }
      return form.answers.map { "\(form.form) \($0.widget) \($0.from.rawValue)" }
    }
  }

  private static let account: [String: Value] = [
    "account": .map([.init("email", "jane@acme.test"), .init("totp", "JBSWY3DPEHPK3PXP")])
  ]

  @Test(arguments: [
    ("${account.email}", "account.email"), ("${mine}", "account.email"), ("${totp(account.totp)}", "totp"), ("plain", "typed"),
    ("${account.email} and more", "typed"),
  ])
  func `where an answer comes from is said, and never what it is`(written: String, source: String) throws {
    let told = try Self.sources("  - screen: password\n    answers: {password: \"\(written)\"}\n", values: Self.account)
    #expect(told == ["password password \(source)"])
  }

  @Test func `a code of a mail comes from the mail, and the mail is told without its digits`() throws {
    let steps = """
        - screen: password
        - mail: jane@acme.test
          capture: {otp: code}
        - screen: password
          answers: {password: "${otp}"}

      """
    let mail = InboxMessage.mail("1", subject: "Code 12", text: "Use 123456", after: .zero)
    #expect(try Self.sources(steps, values: Self.account, inbox: [mail]) == ["password password mail"])
  }
}
