import Testing

@testable import MockMutation

struct GuardPartsTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let condition: String
    /// Each part with what stands for nothing in its place, or with the answer that may be anything.
    let parts: [String]
    var testDescription: String { condition }
  }

  @Test(arguments: [
    Sample(condition: "not account", parts: []),
    Sample(condition: "a.b == c and d", parts: ["a.b == c→true", "d→true"]),
    Sample(condition: "a or b", parts: ["a→false", "b→false"]),
    Sample(condition: "a and not b", parts: ["a→true", "b→false"]),
    Sample(condition: "not a or not not b", parts: ["a→true", "b→false"]),
    Sample(condition: "a and b or c", parts: ["a→true", "b→true", "c→false"]),
    Sample(condition: "(a or b) and c", parts: ["a→false", "b→false", "c→true"]),
    Sample(condition: "account.factors has totp or x in [a, b]", parts: ["account.factors has totp→false", "x in [a, b]→false"]),
    Sample(condition: "answer.p == account.password", parts: ["answer.p"]),
    Sample(condition: "totp(account.totp) == answer.code and a", parts: ["answer.code", "a→true"]),
    Sample(condition: "answer.code == totp(account.totp)", parts: ["answer.code"]),
    Sample(
      condition: "answer.color == red and answer.x matches '^a and b$'",
      parts: ["answer.color == red→true", "answer.x matches '^a and b$'→true"]),
    Sample(condition: "answer.one != account.email", parts: []),
    Sample(condition: "a and", parts: ["a→true"]),
    Sample(condition: "a == 'not closed", parts: []),
  ])
  func `a condition is taken apart`(sample: Sample) {
    let parts = GuardParts(sample.condition).parts
    let told = parts.compactMap { part in part.answer ?? (part.isOneOfSeveral ? "\(part.text)→\(part.neutral)" : nil) }
    #expect(told == sample.parts)
  }

  @Test func `a part is replaced where it stands`() throws {
    let condition = "é == a and b == c"
    let part = try #require(GuardParts(condition).parts.last)
    #expect(part.text(in: condition, replacedBy: "true") == "é == a and true")
  }
}
