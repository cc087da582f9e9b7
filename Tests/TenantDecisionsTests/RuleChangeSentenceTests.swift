import Testing

@testable import TenantDecisions

/// Several changes of rules in one sentence.
struct RuleChangeSentenceTests {
  private static let contractors = Condition<DecisionAtom>.atom(.member(fact: "account.groups", "Contractors"))
  private static let outside = Condition<DecisionAtom>.not(.atom(.member(fact: "session.zones", "office")))

  private static func change(
    _ shift: DemandShift, _ apps: [String], _ people: Condition<DecisionAtom>, kind: RuleKind? = nil, isKnown: Bool = true
  ) -> RuleChange {
    let side = RuleChange.Side(rules: ["Rest"], asked: "any one proof", again: "", lacking: "")
    let place = RuleChange.Place(apps: apps, people: people, who: "", isKnown: isKnown)
    return RuleChange(id: "id", shift: shift, kind: kind, places: [place], before: side, now: side)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var changes: [RuleChange]
    var sentence: String
    var testDescription: String { sentence }
  }

  private static let rows: [Row] = [
    Row(
      changes: [change(.closed, ["portal"], .all([contractors, outside])), change(.closed, ["wiki"], contractors)],
      sentence: "some people in group Contractors can no longer sign in to portal and wiki (2 changes)"),
    Row(
      changes: [change(.closed, ["portal"], contractors), change(.closedToLacking, ["wiki"], contractors)],
      sentence: "people in group Contractors can no longer sign in to portal and wiki (2 changes)"),
    Row(
      changes: [change(.closedToLacking, ["portal"], contractors), change(.closedToLacking, ["portal", "wiki"], outside)],
      sentence: "some people who have no suitable authenticator can no longer sign in to portal and wiki (2 changes)"),
    Row(
      changes: [change(.closed, ["a", "b", "c"], .always), change(.closed, ["d", "e"], contractors)],
      sentence: "people can no longer sign in to a, b, c and 2 more (2 changes)"),
    Row(
      changes: [change(.other, ["portal"], outside), change(.other, [], contractors, kind: .enrolment)],
      sentence: "some people are asked for something else in portal, and by the enrolment rules (2 changes)"),
    Row(
      changes: [change(.opened, ["portal"], contractors), change(.opened, ["wiki"], .all([outside, contractors]))],
      sentence: "some people in group Contractors who were refused can now sign in to portal and wiki (2 changes)"),
    Row(
      changes: [change(.more, ["a", "b"], outside, isKnown: false), change(.more, ["c"], outside, isKnown: false)],
      sentence: "it depends on open flags whether some people are asked for more in a, b and c (2 changes)"),
  ]

  @Test(arguments: rows)
  func `it says who and where, and how many there are`(row: Row) {
    #expect(row.changes.sentence(otherwise: "can no longer sign in", "to") == row.sentence)
  }
}
