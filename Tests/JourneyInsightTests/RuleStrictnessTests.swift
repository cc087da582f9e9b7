import JourneyModel
import Testing

@testable import JourneyInsight

/// Whether a rule of a field is stricter than it was.
struct RuleStrictnessTests {
  @Test(arguments: [
    (["UPPERCASE"], ["UPPERCASE", "NUMERIC"], ChangeKind.stricter), (["UPPERCASE", "NUMERIC"], ["NUMERIC"], .looser),
    (["UPPERCASE"], ["NUMERIC"], .ruleChanged), (["UPPERCASE", "NUMERIC"], ["NUMERIC", "UPPERCASE"], .ruleChanged),
  ])
  func `more kinds of characters are stricter`(before: [String], now: [String], kind: ChangeKind) {
    let rules = [before, now].map { Value.list($0.map(Value.text)) }
    #expect(RuleStrictness("mustContain", rules[0], rules[1]).kind == kind)
  }
}
