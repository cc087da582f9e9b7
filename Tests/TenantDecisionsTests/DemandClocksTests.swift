import Testing

@testable import TenantDecisions

/// Proofs with times of their own: how long each is good is said, and compared part by part.
struct DemandClocksTests {
  private static func ask(_ knowledge: Int?, _ possession: Int?, rule: Int? = 43_200) -> RuleAsk {
    var ask = RuleAsk(kinds: 2)
    ask.again = rule
    var (known, had) = (ProofNeed(), ProofNeed())
    (known.again, had.again) = (knowledge, possession)
    ask.anyOf = [[.knowledge: known, .possession: had]]
    return ask
  }

  private static func shift(_ before: RuleAsk, _ now: RuleAsk) -> DemandShift? {
    DemandClocks([before]).shift(to: DemandClocks([now]))
  }

  @Test func `each proof that has a time of its own is named with it`() {
    #expect(RuleWording.again(Self.ask(14_400, 3_600)) == "something they know every 4h, something they have every 1h")
    #expect(RuleWording.again(Self.ask(nil, 900)) == "something they have every 15m, the rest every 12h")
    #expect(RuleWording.again(Self.ask(0, ProofNeed.wholeSession)) == "something they know every time, something they have once a session")
    #expect(RuleWording.again(Self.ask(nil, nil)) == "every 12h")
  }

  @Test func `times that are exchanged, longer or shorter are a change, though the shortest is the same`() {
    #expect(Self.shift(Self.ask(14_400, 3_600), Self.ask(3_600, 14_400)) == .other)
    #expect(Self.shift(Self.ask(14_400, 3_600), Self.ask(32_400, 3_600)) == .seldomer)
    #expect(Self.shift(Self.ask(32_400, 3_600), Self.ask(14_400, 3_600)) == .oftener)
    #expect(Self.shift(Self.ask(ProofNeed.wholeSession, 0), Self.ask(0, ProofNeed.wholeSession)) == .other)
    #expect(Self.shift(Self.ask(43_200, 43_200), Self.ask(nil, nil)) == nil, "the rule's own time")
  }
}
