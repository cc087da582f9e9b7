import TenantDecisions
import Testing

/// Which authenticators are enough for what a rule asks.
struct RuleAskTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var given: [String]
    var isEnough: Bool

    init(_ description: String, _ given: [String], _ isEnough: Bool) {
      testDescription = description
      self.given = given
      self.isEnough = isEnough
    }
  }

  private func given(_ names: [String]) -> [KnownAuthenticator] { RandomRules.authenticators.filter { names.contains($0.name) } }

  @Test(arguments: [
    Row("two of one kind are one kind", ["password", "question"], false), Row("two kinds", ["password", "email"], true),
    Row("one that proves two kinds", ["passkey"], true), Row("nothing", [], false),
  ])
  func `two kinds of proof`(_ row: Row) { #expect(RuleAsk(kinds: 2).isMet(by: given(row.given)) == row.isEnough) }

  @Test(arguments: [
    Row("the password alone", ["password"], false), Row("the password and a mail", ["password", "email"], true),
    Row("a passkey is no password", ["passkey"], false), Row("the password and a question", ["password", "question"], false),
  ])
  func `a password and another kind of proof`(_ row: Row) {
    var ask = RuleAsk(kinds: 2)
    var need = ProofNeed()
    need.types = ["password"]
    ask.anyOf = [[.knowledge: need]]
    #expect(RuleWording.text(ask) == "password and another kind of proof")
    #expect(ask.isMet(by: given(row.given)) == row.isEnough)
  }

  @Test(arguments: [
    Row("mail does not count", ["password", "email"], false), Row("an app does", ["password", "totp"], true),
    Row("an app next to mail does", ["password", "email", "totp"], true),
  ])
  func `a kind that is not required still has to fit`(_ row: Row) {
    var ask = RuleAsk(kinds: 2)
    var password = ProofNeed()
    password.types = ["password"]
    var possession = ProofNeed()
    possession.isRequired = false
    possession.not = ["email"]
    ask.anyOf = [[.knowledge: password, .possession: possession]]
    #expect(ask.isMet(by: given(row.given)) == row.isEnough)
  }

  @Test(arguments: [
    Row("the first step alone", ["password"], false), Row("both steps", ["password", "totp"], true),
    Row("the other chain", ["passkey"], true),
    Row("what is in no chain", ["email", "question"], false),
  ])
  func `one chain has to be walked whole`(_ row: Row) {
    var ask = RuleAsk()
    ask.chains = [[["password"], ["totp", "email"]], [["passkey"]]]
    #expect(RuleWording.text(ask) == "password, then email or totp; or passkey")
    #expect(ask.isMet(by: given(row.given)) == (row.isEnough))
  }

  @Test func `the union drops what another demand contains`() {
    var password = RuleAsk(kinds: 2)
    password.anyOf = [[.knowledge: ProofNeed()]]
    #expect(RuleDemand([.ask(RuleAsk(kinds: 1)), .ask(password)]) == .ask([password]))
    #expect(RuleDemand([.ask(RuleAsk(kinds: 2)), .ask(RuleAsk(kinds: 1))]) == .ask([RuleAsk(kinds: 2)]))
    #expect(RuleDemand([.ask(RuleAsk(kinds: 1)), .deny]) == .deny)
    #expect(RuleDemand([nil, nil]) == .ask([]))
  }
}
