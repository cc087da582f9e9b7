internal import Encodings
internal import JourneyModel

/// Matchers that never hold, as far as their constants show it.
extension Matcher {
  /// Whether no value fits several rules that all have to hold.
  ///
  /// Rules with variables are left out, which makes the others no less contradictory.
  ///
  /// - Parameter ignoringCase: whether it is read under `ignore_case`.
  func neverHolds(ignoringCase: Bool = false) -> Bool {
    guard case .all(let all) = rule else { return false }
    let rules = all.filter { $0.references.isEmpty && $0.readsValueAlone }
    guard rules.count > 1 else { return false }
    if let literals = rules.lazy.compactMap(\.literals).first {
      return literals.allSatisfy { !Self.fits($0, rules, ignoringCase: ignoringCase) }
    }
    return Self.havePlaceForNoText(rules) || Self.areOfNoMoment(rules) || fitsNoSample(of: rules, ignoringCase: ignoringCase)
  }

  /// Whether no such value fits.
  package func neverHolds(on extent: Extent) -> Bool {
    guard references.isEmpty, !fitsAbsence else { return false }
    let samples = MatcherSamples(of: self)
    // The statuses are all there are, whatever the rules are.
    guard samples.isComplete || extent == .status else { return false }
    return holdsForAll(samples.values(in: extent), readingLiteralsAsText: extent == .flag) == false
  }

  /// Whether it looks at a value, and not at the key or the markup of a message next to it.
  private var readsValueAlone: Bool {
    switch rule {
    case .key, .html: false
    default: rule.children.allSatisfy(\.readsValueAlone)
    }
  }

  /// The values that it names as the only ones; `nil` where it may be any other.
  private var literals: [Value]? {
    switch rule {
    case .equals(let value):
      guard let constant = value.constant, constant.secrets.isEmpty else { return nil }
      return [constant]
    case .anyOf(let choices):
      let named = choices.compactMap(\.literals)
      return named.count == choices.count ? named.flatMap(\.self) : nil
    default: return nil
    }
  }

  /// Whether all rules hold for a value, or for the text that it spells.
  private static func fits(_ value: Value, _ rules: [Matcher], ignoringCase: Bool) -> Bool {
    let spelled: Value? =
      switch value {
      case .number(let text): .text(text)
      case .bool(let flag): .text(flag ? "true" : "false")
      case .null, .text, .list, .map, .secret: nil
      }
    return [value, spelled].compactMap(\.self).contains { fits($0, all: rules, ignoringCase: ignoringCase) }
  }

  private static func fits(_ value: Value?, all rules: [Matcher], ignoringCase: Bool) -> Bool {
    [false, true].contains { reading in
      let comparison = Comparison(readsLiteralsAsText: reading)
      return rules.allSatisfy { matcher in
        let asRead = ignoringCase ? Matcher(.ignoreCase(matcher), at: matcher.range) : matcher
        return comparison.judge(asRead, MatchSubject(value, readsLiteralsAsText: reading)) == .holds
      }
    }
  }

  /// Whether none of the samples fits, where they tell about all values.
  private func fitsNoSample(of rules: [Matcher], ignoringCase: Bool) -> Bool {
    let whole = Matcher(.all(rules), at: range)
    let samples = MatcherSamples(of: ignoringCase ? Matcher(.ignoreCase(whole), at: range) : whole)
    guard samples.isComplete, !samples.mixesKinds else { return false }
    let values: [Value] = samples.ofTexts + samples.ofNumbers + [true, false, .null] + MatcherSamples.ofOthers.flatMap(\.self)
    return !(values.map(Optional.some) + [nil]).contains { Self.fits($0, all: rules, ignoringCase: ignoringCase) }
  }
}

/// Rules of lengths and of times, of which samples do not tell.
extension Matcher {
  /// Whether the length that is asked for is less than what has to be in the text, or another one than that of its elements.
  private static func havePlaceForNoText(_ rules: [Matcher]) -> Bool {
    let lengths = rules.compactMap { matcher in
      if case .length(let inner) = matcher.rule { inner } else { nil }
    }
    guard !lengths.isEmpty else { return false }
    let counts = rules.compactMap(\.elementCount)
    let shortest = rules.map(\.shortestText).max() ?? 0
    guard shortest > 0 || !counts.isEmpty else { return false }
    return lengths.contains { length in
      let samples = MatcherSamples(of: length)
      guard samples.isComplete else { return false }
      let possible =
        counts.first.map { [$0] }
        ?? [shortest, shortest + 1] + samples.values(in: .length).compactMap(Self.count).filter { $0 > shortest }
      return !possible.contains { fits(.number("\($0)"), all: [length], ignoringCase: false) }
    }
  }

  private static func count(_ value: Value) -> Int? {
    if case .number(let text) = value { Int(text) } else { nil }
  }

  /// How many elements a list has for sure.
  private var elementCount: Int? {
    switch rule {
    case .exactly(let matchers), .list(let matchers): matchers.count
    default: nil
    }
  }

  /// How many signs a text has at the least; 0 where nobody knows, as with signs that join others.
  private var shortestText: Int {
    let texts: [String] =
      switch rule {
      case .contains(let values): values.compactMap(\.constant?.text)
      case .startsWith(let value), .endsWith(let value): [value.constant?.text].compactMap(\.self)
      case .matches(let value): [value.constant?.text.flatMap(Pattern.plainPart(of:))].compactMap(\.self)
      default: []
      }
    return texts.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.map(\.count).max() ?? 0
  }

  /// Whether a time would have to be both after and before others that leave none.
  private static func areOfNoMoment(_ rules: [Matcher]) -> Bool {
    var (after, before): (Instant?, Instant?) = (nil, nil)
    for matcher in rules {
      switch matcher.rule {
      case .after(let value): after = value.constant.flatMap(Moment.instant)
      case .before(let value): before = value.constant.flatMap(Moment.instant)
      default: break
      }
    }
    guard let after, let before else { return false }
    return after >= before
  }
}
