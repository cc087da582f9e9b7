/// How long each proof is good that some rules ask for, by what it is, so that two versions can be compared part by part.
struct DemandClocks {
  /// In seconds, by the words of the proof.
  private let spans: [String: Int]

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
        for (kind, need) in needs where need.isRequired { add("\(words)|\(kind.rawValue)", need.again ?? ask.again) }
        if needs.count(where: \.value.isRequired) < ask.kinds ?? 0 { add("\(words)|rest", ask.again) }
      }
    }
    self.spans = spans.mapValues { $0 >= ProofNeed.wholeSession ? .max : $0 }
  }

  /// What the clocks of a second version mean for who had these; `nil` if nothing is different.
  func shift(to other: DemandClocks) -> DemandShift? {
    guard spans.keys == other.spans.keys else {
      let (least, otherLeast) = (spans.values.min() ?? .max, other.spans.values.min() ?? .max)
      if least != otherLeast { return otherLeast < least ? .oftener : .seldomer }
      return spans.values.sorted() == other.spans.values.sorted() ? nil : .other
    }
    let isOftener = spans.contains { key, span in other.spans[key].map { $0 < span } ?? false }
    let isSeldomer = spans.contains { key, span in other.spans[key].map { $0 > span } ?? false }
    return isOftener ? (isSeldomer ? .other : .oftener) : isSeldomer ? .seldomer : nil
  }
}
