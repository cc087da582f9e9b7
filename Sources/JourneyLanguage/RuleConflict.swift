internal import Encodings
internal import JourneyModel

/// Rules that all have to hold, and what shows that no value fits them.
struct RuleConflict {
  private let rules: [Matcher]
  /// Whether they are read under `ignore_case`.
  private let ignoresCase: Bool

  /// Rules with variables are left out, which makes the others no less contradictory.
  init(_ rules: [Matcher], ignoringCase: Bool) {
    self.rules = rules.filter { $0.references.isEmpty && $0.readsValueAlone }
    ignoresCase = ignoringCase
  }

  /// Whether no value fits, as far as the constants show it.
  var isCertain: Bool {
    guard let first = rules.first, rules.count > 1 else { return false }
    if let literals = rules.lazy.compactMap(\.literals).first { return !literals.contains { fits($0) } }
    return haveNoPlace || areOfNoMoment || fitsNoSample(at: first)
  }
}

/// Matchers that never hold, as far as their constants show it.
extension Matcher {
  /// Whether no value fits several rules that all have to hold.
  ///
  /// - Parameter ignoringCase: whether it is read under `ignore_case`.
  func neverHolds(ignoringCase: Bool = false) -> Bool {
    guard case .all(let rules) = rule else { return false }
    return RuleConflict(rules, ignoringCase: ignoringCase).isCertain
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
  fileprivate var readsValueAlone: Bool {
    switch rule {
    case .key, .html: false
    default: rule.children.allSatisfy(\.readsValueAlone)
    }
  }

  /// The values that it names as the only ones; `nil` where it may be any other.
  fileprivate var literals: [Value]? {
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
}

extension Matcher {
  /// How many elements a list has for sure.
  fileprivate var elementCount: Int? {
    switch rule {
    case .exactly(let matchers), .list(let matchers): matchers.count
    default: nil
    }
  }

  /// How many signs a text has at the least; 0 where it is not known, as with signs that join others.
  fileprivate var shortestText: Int {
    let texts: [String] =
      switch rule {
      case .contains(let values): values.compactMap(\.constant?.text)
      case .startsWith(let value), .endsWith(let value): [value.constant?.text].compactMap(\.self)
      case .matches(let value): [value.constant?.text.flatMap(Pattern.plainPart(of:))].compactMap(\.self)
      default: []
      }
    return texts.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.map(\.count).max() ?? 0
  }
}

extension RuleConflict {
  /// Whether all rules hold for a value, or for the text that it spells.
  private func fits(_ value: Value) -> Bool {
    switch value {
    case .number(let text): fits(any: value) || fits(any: .text(text))
    case .bool(let flag): fits(any: value) || fits(any: .text(flag ? "true" : "false"))
    case .null, .text, .list, .map, .secret: fits(any: value)
    }
  }

  private func fits(any value: Value?) -> Bool {
    [false, true].contains { reading in
      let comparison = Comparison(readsLiteralsAsText: reading)
      return rules.allSatisfy { matcher in
        let asRead = ignoresCase ? Matcher(.ignoreCase(matcher), at: matcher.range) : matcher
        return comparison.judge(asRead, MatchSubject(value, readsLiteralsAsText: reading)) == .holds
      }
    }
  }

  /// Whether none of the samples fits, where they tell about all values.
  private func fitsNoSample(at first: Matcher) -> Bool {
    let whole = Matcher(.all(rules), at: first.range)
    let samples = MatcherSamples(of: ignoresCase ? Matcher(.ignoreCase(whole), at: first.range) : whole)
    guard samples.isComplete, !samples.mixesKinds else { return false }
    let values: [Value] = samples.ofTexts + samples.ofNumbers + [true, false, .null] + MatcherSamples.ofOthers.flatMap(\.self)
    return !fits(any: nil) && !values.contains { fits(any: $0) }
  }

  /// Whether the length that is asked for is less than what has to be in the text, or another one than that of its elements.
  private var haveNoPlace: Bool {
    let lengths = rules.compactMap { matcher in
      if case .length(let inner) = matcher.rule { inner } else { nil }
    }
    let count = rules.lazy.compactMap(\.elementCount).first
    let shortest = rules.map(\.shortestText).max() ?? 0
    guard shortest > 0 || count != nil else { return false }
    return lengths.contains { length in
      let samples = MatcherSamples(of: length)
      guard samples.isComplete else { return false }
      let longer = samples.values(in: .length).compactMap(Self.whole).filter { $0 > shortest }
      let possible = count.map { [$0] } ?? [shortest, shortest + 1] + longer
      return !possible.contains { RuleConflict([length], ignoringCase: false).fits(any: .number("\($0)")) }
    }
  }

  private static func whole(_ value: Value) -> Int? {
    if case .number(let text) = value { Int(text) } else { nil }
  }

  /// Whether a time would have to be both after and before others that leave none.
  private var areOfNoMoment: Bool {
    var after: Instant?
    var before: Instant?
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
