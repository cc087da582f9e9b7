internal import Encodings
internal import JourneyModel

/// Values on which a matcher is tried to see whether it can fail at all, made of its own constants.
///
/// Samples tell only what they are complete for: each text and number that a rule names, alone and with the others, what lies between
/// two numbers and beyond them, and a text that no rule names. A matcher with anything else in it is not tried.
struct MatcherSamples {
  /// In private use, so that no rule names it.
  private static let stranger = "\u{E001}"
  /// More texts than these are not put together in every way.
  private static let maxParts = 6
  private static let maxLength = 10_000.0

  /// Whether every rule is one that samples tell about.
  private(set) var isComplete = true
  private(set) var hasOpposite = false
  private var texts: [String] = []
  private var numbers: [Double] = []
  /// How literals other than texts are spelled, which are texts where literals are read as such.
  private var spellings: [String] = []
  private var lengths: [Double] = []
  private var hasLength = false
  private var ignoresCase = false
  /// Whether texts are only compared whole.
  private var comparesWhole = true

  init(of matcher: Matcher) {
    add(matcher)
    let isMixed = hasLength && !texts.isEmpty
    if isMixed || texts.contains(where: { TextSearch(Self.stranger).isFound(in: $0) }) { isComplete = false }
    if !comparesWhole && parts.count > Self.maxParts || lengths.contains(where: { $0 > Self.maxLength }) { isComplete = false }
    if (numbers + lengths).contains(where: { !$0.isFinite || $0.magnitude > 1e12 }) { isComplete = false }
  }

  private mutating func add(_ matcher: Matcher) {
    switch matcher.rule {
    case .equals(let value): addEqual(value.constant)
    case .contains(let values): addParts(values)
    case .startsWith(let value), .endsWith(let value): addParts([value])
    case .matches(let value):
      guard let text = value.constant?.text else { return isComplete = false }
      if Pattern.fitsEveryText(text) || Pattern.fitsNoText(text) { return }
      guard let part = Pattern.plainPart(of: text) else { return isComplete = false }
      comparesWhole = false
      texts.append(part)
    case .atLeast(let value), .atMost(let value):
      guard let number = value.constant.flatMap(Self.number) else { return isComplete = false }
      numbers.append(number)
    case .length(let inner): addLength(inner)
    case .all(let inner):
      // Of rules one of which names a value, the others are tried on that value alone: nothing else fits them all.
      let exact = ignoresCase ? nil : inner.first(where: \.namesValue)
      let isConstant = inner.allSatisfy(\.references.isEmpty)
      for matcher in isConstant ? exact.map({ [$0] }) ?? inner : inner { add(matcher) }
    case .anyOf(let inner): for matcher in inner { add(matcher) }
    case .not(let inner):
      hasOpposite = true
      add(inner)
    case .ignoreCase(let inner):
      ignoresCase = true
      add(inner)
    case .present, .absent, .empty: break
    case .key, .html, .includes, .exactly, .each, .after, .before, .list, .members: isComplete = false
    }
  }

  /// Whether rules for values of several kinds meet, or a case that differs is asked for: samples of one kind do not tell of the others.
  var mixesKinds: Bool {
    ignoresCase && hasOpposite || [!texts.isEmpty, !numbers.isEmpty || !spellings.isEmpty, hasLength].count { $0 } > 1
  }

  private mutating func addEqual(_ value: Value?) {
    switch value {
    case .text(let text): texts.append(text)
    case .number(let spelling):
      spellings.append(spelling)
      numbers.append(Double(spelling) ?? .infinity)
    case .bool(let flag): spellings.append(flag ? "true" : "false")
    case .null: spellings.append("null")
    case .list, .map, .secret, nil: isComplete = false
    }
  }

  private mutating func addParts(_ values: [TemplateValue]) {
    comparesWhole = false
    for value in values {
      guard let text = value.constant?.text else { return isComplete = false }
      texts.append(text)
    }
  }

  private mutating func addLength(_ inner: Matcher) {
    hasLength = true
    let samples = MatcherSamples(of: inner)
    if !samples.isComplete || !samples.texts.isEmpty || samples.hasLength { isComplete = false }
    lengths += samples.numbers
    hasOpposite = hasOpposite || samples.hasOpposite
  }

  /// A number, or the seconds of a time.
  private static func number(_ value: Value) -> Double? {
    switch value {
    case .number(let spelling): return Double(spelling)
    case .text(let text):
      do throws(DurationText.Failure) {
        let (seconds, attoseconds) = try DurationText.parse(text).components
        return Double(seconds) + Double(attoseconds) / 1e18
      } catch {
        return nil
      }
    case .null, .bool, .list, .map, .secret: return nil
    }
  }
}

/// The samples of each kind.
extension MatcherSamples {
  /// Each number, those beyond, and one between each two.
  var ofNumbers: [Value] { sampled.map { .number("\($0)") } }

  private var sampled: [Double] {
    let sorted = Set(numbers).sorted()
    guard let least = sorted.first, let most = sorted.last else { return [0, 1] }
    return sorted + zip(sorted, sorted.dropFirst()).map { ($0 + $1) / 2 } + [least - 1, most + 1]
  }

  /// Whole numbers from 0, those that a status can be, seconds of a time that passed, or both flags.
  func values(in extent: Matcher.Extent) -> [Value] {
    switch extent {
    case .status: return (100...599).map { .number(String($0)) }
    case .length: return Self.whole(near: numbers).map { .number(String($0)) }
    case .duration:
      // No response takes no time at all.
      return ([0.000001] + sampled.filter { $0 > 0 }).map { .number("\($0)") }
    case .flag: return [.bool(true), .bool(false)]
    }
  }

  /// What a text can be, the simplest first.
  var ofTexts: [Value] { (hasLength ? Self.whole(near: lengths).map { String(repeating: "x", count: $0) } : composed).map(Value.text) }

  /// The whole numbers at and around each number that are not negative.
  private static func whole(near numbers: [Double]) -> [Int] {
    let near = numbers.flatMap { number in (-1...1).map { Int(number.rounded(.down)) + $0 } + [Int(number.rounded(.up)) + 1] }
    return Set(near + [0, 1, 2]).filter { $0 >= 0 }.sorted()
  }

  /// The texts that rules name, in each case that counts.
  private var parts: [String] {
    var parts: [String] = []
    for text in ignoresCase ? texts.flatMap({ [$0, $0.uppercased(), $0.lowercased()] }) : texts where !parts.contains(text) {
      parts.append(text)
    }
    return parts
  }

  /// Texts that begin with, contain and end with each choice of the parts.
  private var composed: [String] {
    let parts = parts
    // A text may spell a number.
    var found = [Self.stranger, ""] + parts + spellings + (numbers.isEmpty ? [] : sampled.map { "\($0)" })
    guard !comparesWhole, parts.count <= Self.maxParts else { return found }
    for start in [""] + parts {
      for end in [""] + parts {
        for choice in 0..<(1 << parts.count) {
          let middle = parts.indices.filter { choice & (1 << $0) != 0 }.map { parts[$0] }
          let pieces = [start] + middle + [end]
          found.append(pieces.joined())
          found.append(pieces.filter { !$0.isEmpty }.joined(separator: Self.stranger))
          // Neither begins nor ends with what it contains.
          found.append(([Self.stranger] + middle + [Self.stranger]).joined(separator: Self.stranger))
        }
      }
    }
    return found
  }

  /// Values of the other kinds.
  static let ofOthers: [[Value]] = [
    [.list([]), .list([.text(stranger)])], [.map([]), .map([Value.Member(stranger, .text(stranger))])],
  ]
}

extension Matcher {
  /// Whether it is one constant that samples are made of.
  fileprivate var namesValue: Bool {
    guard case .equals(let value) = rule else { return false }
    switch value.constant {
    case .text, .number, .bool, .null: return true
    case .list, .map, .secret, nil: return false
    }
  }

  /// Whether nothing fits it, as well as something.
  package var fitsAbsence: Bool {
    switch rule {
    case .absent: true
    case .anyOf(let choices): choices.contains(where: \.fitsAbsence)
    default: false
    }
  }
}

/// Matchers that cannot fail, as far as their constants show it.
extension Matcher {
  /// A value of which it is known what it can be.
  package enum Extent: Sendable {
    /// From 0.
    case length
    /// From 100 to 599.
    case status
    /// Seconds above 0.
    case duration
    /// True or false.
    case flag
  }

  /// Whether every such value fits.
  package func cannotFail(on extent: Extent) -> Bool {
    let samples = MatcherSamples(of: self)
    // The flags of a widget are compared as texts are.
    return samples.isComplete && holdsForAll(samples.values(in: extent), readingLiteralsAsText: extent == .flag) == true
  }

  /// Whether every text, every number or every flag fits, and of other kinds either all values or none: then it checks at most the kind.
  func cannotFail() -> Bool {
    if case .not(let inner) = rule, inner.neverHolds() { return true }
    let samples = MatcherSamples(of: self)
    guard samples.isComplete else { return false }
    return [false, true].allSatisfy { cannotFail(samples, readingLiteralsAsText: $0) }
  }

  private func cannotFail(_ samples: MatcherSamples, readingLiteralsAsText reading: Bool) -> Bool {
    guard let texts = holdsForAll(samples.ofTexts, readingLiteralsAsText: reading),
      let numbers = holdsForAll(samples.ofNumbers, readingLiteralsAsText: reading),
      let flags = holdsForAll([true, false], readingLiteralsAsText: reading)
    else { return false }
    let others = MatcherSamples.ofOthers.allSatisfy { holdsForAll($0, readingLiteralsAsText: reading) != nil }
    return others && (texts || numbers || flags && samples.hasOpposite)
  }

  /// Whether it holds for all of the values; `nil` if for some of them only.
  func holdsForAll(_ values: [Value], readingLiteralsAsText reading: Bool) -> Bool? {
    let comparison = Comparison(readsLiteralsAsText: reading)
    var first: Bool?
    for value in values {
      let holds = comparison.judge(self, MatchSubject(value, readsLiteralsAsText: reading)) == .holds
      if let first, first != holds { return nil }
      first = holds
    }
    return first
  }
}
