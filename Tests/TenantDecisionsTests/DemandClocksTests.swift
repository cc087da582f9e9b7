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

  @Test func `a proof that is not required has its time where it can be the other kind`() {
    let asks = [1, 2].map { kinds in
      var ask = Self.ask(0, 3_600, rule: 0)
      ask.kinds = kinds
      ask.anyOf[0][.possession]?.isRequired = false
      return ask
    }
    #expect(RuleWording.again(asks[0]) == "every time", "a password is enough")
    #expect(RuleWording.again(asks[1]) == "something they know every time, something they have every 1h")
    var other = asks[1]
    other.anyOf[0][.possession]?.again = nil
    #expect(Self.shift(other, asks[1]) == .seldomer && Self.shift(asks[1], other) == .oftener)
  }

  @Test func `a time without use is said in full, and only where something is not asked for every time`() {
    let times = [(again: 43_200, unused: 0), (again: 0, unused: 3_600), (again: 43_200, unused: ProofNeed.wholeSession)]
    let asks = times.map { again, unused in
      var ask = RuleAsk(kinds: 1)
      (ask.again, ask.unused) = (again, unused)
      return ask
    }
    #expect(asks.map { RuleWording.again($0) } == ["every 12h, and after 0s without use", "every time", "every 12h"])
    var other = asks[1]
    other.unused = 7_200
    #expect(Self.shift(asks[1], other) == nil)
    #expect(Self.shift(asks[2], asks[0]) == .oftener)
  }

  @Test func `times that are exchanged, longer or shorter are a change, though the shortest is the same`() {
    #expect(Self.shift(Self.ask(14_400, 3_600), Self.ask(3_600, 14_400)) == .other)
    #expect(Self.shift(Self.ask(14_400, 3_600), Self.ask(32_400, 3_600)) == .seldomer)
    #expect(Self.shift(Self.ask(32_400, 3_600), Self.ask(14_400, 3_600)) == .oftener)
    #expect(Self.shift(Self.ask(ProofNeed.wholeSession, 0), Self.ask(0, ProofNeed.wholeSession)) == .other)
    #expect(Self.shift(Self.ask(43_200, 43_200), Self.ask(nil, nil)) == nil, "the rule's own time")
  }
}
