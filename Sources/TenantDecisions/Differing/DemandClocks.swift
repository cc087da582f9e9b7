/// How long each proof is good that some rules ask for, by what it is, so that two versions can be compared part by part.
struct DemandClocks {
  /// In seconds, by the words of the proof.
  private let spans: [String: Int]
  /// After how long without use something is asked for again.
  private let unused: Int

  init(_ asks: Set<RuleAsk>) {
    var spans: [String: Int] = [:]
    func add(_ key: String, _ again: Int?) { spans[key] = min(spans[key] ?? .max, again ?? .max) }
    for ask in asks {
      let whole = RuleWording.text(ask.once)
      if ask.anyOf.isEmpty { add(whole, ask.again) }
      for needs in ask.anyOf {
        var one = RuleAsk(kinds: ask.kinds)
        one.anyOf = [needs]
        let words = "\(whole)|\(RuleWording.text(one.once))"
        for clock in ask.clocks(of: needs) { add("\(words)|\(clock.kind.rawValue)", clock.again) }
      }
    }
    self.spans = spans.mapValues { $0 >= ProofNeed.wholeSession ? .max : $0 }
    unused = asks.compactMap(\.unusedTime).min() ?? .max
  }

  /// What the clocks of a second version mean for who had these; `nil` if nothing is different.
  func shift(to other: DemandClocks) -> DemandShift? {
    if let shift = shiftOfSpans(to: other) { return shift }
    return other.unused == unused ? nil : other.unused < unused ? .oftener : .seldomer
  }

  private func shiftOfSpans(to other: DemandClocks) -> DemandShift? {
    guard spans.keys == other.spans.keys else {
      let (least, otherLeast) = (spans.values.min() ?? .max, other.spans.values.min() ?? .max)
      if least != otherLeast { return otherLeast < least ? .oftener : .seldomer }
      return ends == other.ends ? nil : .other
    }
    let isOftener = spans.contains { key, span in other.spans[key].map { $0 < span } ?? false }
    let isSeldomer = spans.contains { key, span in other.spans[key].map { $0 > span } ?? false }
    return isOftener ? (isSeldomer ? .other : .oftener) : isSeldomer ? .seldomer : nil
  }

  /// Those within a session.
  private var ends: Set<Int> { Set(spans.values.filter { $0 < .max }) }
}
