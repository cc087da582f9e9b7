package import Encodings

/// The rules of a validator for what is typed, as far as the vendor's sources say what they mean.
///
/// The meaning of a rule is taken where every source that gives one agrees: the types of the newest web SDK, and what the vendor's web and
/// Flutter samples check. Where they differ, an answer is refused that breaks the rule by either reading.
package struct TextRules: Sendable {
  /// In Unicode scalars.
  package var minimum: Int?
  package var maximum: Int?
  /// The exact number of digits of a passcode.
  package var length: Int?
  /// Kinds of characters that a password must have.
  package var mustContain: [String] = []
  /// `regex`. The web sample asks that the whole text matches, the Flutter sample that a part of it does: a text that matches nowhere breaks it.
  package var pattern: Pattern?
  /// `restrictedCharacters`: these may not occur.
  package var restricted = ""
  /// `maxRepeatedCharacters`: the longest row of one and the same character.
  package var maxRepetitionLength: Int?
  /// `maxNumericCharacterSequences`: the longest row of digits that count up or down.
  package var maxSequenceLength: Int?
  /// Whether it is a date, written `yyyy-MM-dd`.
  package var isDate = false
  /// The format that it must have in addition.
  package var format: Format?
  /// `notBefore` and `notAfter`, each allowed itself.
  package var earliest: String?
  package var latest: String?

  /// Rules that allow every text.
  package init() {}

  /// What a text may have to look like.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case email, phone

    /// An address as HTML asks for one (`type=email`), with a dot in its domain; a number of 5 to 15 digits (E.164), with a `+` before
    /// and spaces, dots, hyphens and brackets between them where people write them.
    func allows(_ text: String) -> Bool {
      switch self {
      case .email:
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
          return false
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
      case .phone:
        let digits = text.utf8.count { (0x30...0x39).contains($0) }
        let rest = (text.hasPrefix("+") ? text.dropFirst() : text[...]).utf8
        return (5...15).contains(digits) && rest.allSatisfy { (0x30...0x39).contains($0) || " .-()/".utf8.contains($0) }
      }
    }
  }

  /// What a text breaks that has a message of its own.
  package enum Breach: Sendable, Hashable {
    case email, phone, noDate, tooEarly, tooLate
    case other
  }

  /// Whether the text keeps to all of them; an empty one does.
  package func allow(_ text: String) -> Bool { breach(by: text) == nil }

  /// The rule that the text breaks; `nil` if it keeps to all of them.
  package func breach(by text: String) -> Breach? {
    if text.isEmpty { return nil }
    if let format, !format.allows(text) { return format == .email ? .email : .phone }
    if isDate, let breach = breach(byDate: text) { return breach }
    return keepsToOthers(text) ? nil : .other
  }

  private func keepsToOthers(_ text: String) -> Bool {
    let count = text.unicodeScalars.count
    guard count >= minimum ?? 0, count <= maximum ?? Int.max, count == length ?? count else { return false }
    guard mustContain.allSatisfy({ Self.contains(text, $0) }), !text.contains(where: { restricted.contains($0) }) else { return false }
    if let maxRepetitionLength, Self.hasRepetition(in: text, longerThan: maxRepetitionLength) { return false }
    if let maxSequenceLength, Self.hasSequence(in: text, longerThan: maxSequenceLength) { return false }
    return matches(text)
  }

  /// A pattern that is given up is not an error of the answer.
  private func matches(_ text: String) -> Bool {
    guard let pattern else { return true }
    do { return try pattern.firstMatch(in: text) != nil } catch { return true }
  }

  private func breach(byDate date: String) -> Breach? {
    guard Self.isDate(date) else { return .noDate }
    if let earliest, Self.isDate(earliest), date < earliest { return .tooEarly }
    if let latest, Self.isDate(latest), date > latest { return .tooLate }
    return nil
  }

  /// Whether the text is a day of the calendar, written `yyyy-MM-dd`.
  static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return false
    }
    let numbers = parts.compactMap { Int($0) }
    let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return days.indices.contains(numbers[1] - 1) && (1...days[numbers[1] - 1]).contains(numbers[2])
  }

  private static func hasRepetition(in text: String, longerThan limit: Int) -> Bool {
    var last: Character?
    var count = 0
    for character in text {
      count = character == last ? count + 1 : 1
      last = character
      if count > limit { return true }
    }
    return false
  }

  /// 9 is followed by 0, and 0 by 9, as in the Flutter sample.
  private static func hasSequence(in text: String, longerThan limit: Int) -> Bool {
    var last: Int?
    var (up, down) = (0, 0)
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else {
        (last, up, down) = (nil, 0, 0)
        continue
      }
      let digit = Int(byte) - 0x30
      up = last.map { ($0 + 1) % 10 } == digit ? up + 1 : 1
      down = last.map { ($0 + 9) % 10 } == digit ? down + 1 : 1
      last = digit
      if max(up, down) > limit { return true }
    }
    return false
  }

  /// Whether a password has a character of a kind that the protocol names.
  private static func contains(_ text: String, _ kind: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch kind {
      case "UPPERCASE": scalar.properties.isUppercase
      case "LOWERCASE": scalar.properties.isLowercase
      case "NUMERIC": scalar.properties.numericType == .decimal
      case "SPECIAL": !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
      default: true
      }
    }
  }
}
