/// A text of which parts vary from walk to walk, as two walks of one version show it: what both have stays, and between that is what only one
/// of them has.
struct VariedText: Sendable, Hashable {
  /// As the first of the two walks shows it.
  let text: String
  private var parts: [Part] = []

  private enum Part: Sendable, Hashable {
    case same([String])
    /// What each of the two walks has there; one of them may have nothing.
    case varied([String], [String])
  }

  /// Words and signs up to which texts are compared sign by sign; of longer ones only what both begin and end with stays.
  private static let mostAligned = 400
  /// Words of a stretch up to which others are taken for them: a sentence in place of another one is a text. Numbers, and words with a digit
  /// or in capitals, as codes have them, do not count.
  private static let mostWords = 2

  /// `nil` for two equal texts.
  init?(_ text: String, _ other: String) {
    guard text != other else { return nil }
    self.text = text
    let (left, right) = (Self.tokens(of: text), Self.tokens(of: other))
    let start = zip(left, right).prefix { $0 == $1 }.count
    let end = min(zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count, min(left.count, right.count) - start)
    if start > 0 { parts.append(.same(Array(left[..<start]))) }
    align(Array(left[start..<left.count - end]), Array(right[start..<right.count - end]))
    if end > 0 { parts.append(.same(Array(left.suffix(end)))) }
    parts = Self.joined(parts)
  }

  /// The parts, with stretches as one that have no word between them: those of a date, and of a sentence in place of another one.
  private static func joined(_ parts: [Part]) -> [Part] {
    var joined: [Part] = []
    for part in parts {
      joined.append(part)
      guard joined.count > 2, case .varied(let one, let two) = part, case .same(let between) = joined[joined.count - 2],
        case .varied(let first, let second) = joined[joined.count - 3], !between.contains(where: isWord)
      else { continue }
      joined.removeLast(3)
      joined.append(.varied(first + between + one, second + between + two))
    }
    return joined
  }

  private mutating func align(_ left: [String], _ right: [String]) {
    guard max(left.count, right.count) <= Self.mostAligned else { return parts.append(.varied(left, right)) }
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for change in right.difference(from: left) {
      switch change {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, _, _): come.insert(offset)
      }
    }
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      var (one, other): ([String], [String]) = ([], [])
      while gone.contains(i) || come.contains(j) {
        if gone.contains(i) {
          one.append(left[i])
          i += 1
        } else {
          other.append(right[j])
          j += 1
        }
      }
      if !one.isEmpty || !other.isEmpty { parts.append(.varied(one, other)) }
      var same: [String] = []
      while i < left.count, j < right.count, !gone.contains(i), !come.contains(j) {
        same.append(left[i])
        (i, j) = (i + 1, j + 1)
      }
      if !same.isEmpty { parts.append(.same(same)) }
    }
  }

  /// Words, numbers, and each other character.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    for character in text {
      if isOfWord(character) {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      tokens.append(String(character))
      word = ""
    }
    return word.isEmpty ? tokens : tokens + [word]
  }

  private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// Whether a third text differs only where the two do, in something of the same kind.
  func fits(_ other: String) -> Bool {
    let tokens = Self.tokens(of: other)
    var ends: Set<Int> = [0]
    for part in parts where !ends.isEmpty {
      switch part {
      case .same(let same):
        ends = Set(
          ends.compactMap { $0 + same.count <= tokens.count && tokens[$0..<($0 + same.count)].elementsEqual(same) ? $0 + same.count : nil })
      case .varied(let one, let two):
        let most = max(one.count, two.count) + 2
        ends = ends.reduce(into: []) { found, start in
          for end in start...min(start + most, tokens.count) where Self.isAlike(Array(tokens[start..<end]), one, two) { found.insert(end) }
        }
      }
    }
    return ends.contains(tokens.count)
  }

  /// Whether a stretch may be there where the two have these: words of the same kinds, and no sign that neither has but those that numbers and
  /// words have between them.
  private static func isAlike(_ stretch: [String], _ one: [String], _ two: [String]) -> Bool {
    if stretch == one || stretch == two { return true }
    let signs = Set(stretch.filter { !isWord($0) })
    guard signs.isSubset(of: Set((one + two).filter { !isWord($0) } + [" ", ".", ",", ":", "-", "/"])) else { return false }
    let samples = [one, two].map { $0.filter(isWord) }
    guard samples.allSatisfy({ $0.count(where: isOrdinary) <= mostWords }) else { return false }
    let words = stretch.filter(isWord)
    if samples[0].count == samples[1].count {
      return words.count == samples[0].count && words.indices.allSatisfy { isAlike(words[$0], [samples[0][$0], samples[1][$0]]) }
    }
    return samples.contains { sample in
      !sample.isEmpty && words.count == sample.count && zip(words, sample).allSatisfy { isAlike($0, [$1]) }
    }
  }

  /// Whether a word may be there where these are: a number for numbers, one without digits for those without, as names of months are, and for
  /// ids one with a digit or as long.
  private static func isAlike(_ word: String, _ samples: [String]) -> Bool {
    if samples.allSatisfy(isNumber) { return isNumber(word) }
    if !samples.contains(where: hasDigit) { return !hasDigit(word) }
    return hasDigit(word) || samples.contains { $0.count == word.count }
  }

  private static func isWord(_ token: String) -> Bool { token.first.map(isOfWord) ?? false }
  private static func hasDigit(_ word: String) -> Bool { word.contains(where: \.isNumber) }
  private static func isNumber(_ word: String) -> Bool { word.allSatisfy(\.isNumber) }
  private static func isOrdinary(_ word: String) -> Bool { !hasDigit(word) && word.contains(where: \.isLowercase) }
}
