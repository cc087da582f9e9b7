import Encodings
import JourneyModel
import ModelCoding

/// Texts of which a part is hidden as a secret: what is hidden on one screen is not held against the other one.
enum MaskedTexts {
  private static let mask = "***"

  /// Both screens, with the hidden text where only one of them hides it.
  static func alike(_ before: Screen, _ now: Screen) -> (Screen, Screen) {
    let (old, new) = (before.json, now.json)
    guard hides(old) || hides(new) else { return (before, now) }
    do { return (try Screen(json: merged(old, new)), try Screen(json: merged(new, old))) } catch { return (before, now) }
  }

  private static func hides(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool, .number: false
    case .string(let text): text.contains(mask)
    case .array(let elements): elements.contains(where: hides)
    case .object(let members): members.contains { hides($0.value) }
    }
  }

  private static func merged(_ value: JSONValue, _ other: JSONValue) -> JSONValue {
    switch (value, other) {
    case (.string(let text), .string(let hidden)) where text != hidden && fits(text, hidden): return other
    case (.array(let left), .array(let right)) where left.count == right.count: return .array(zip(left, right).map { merged($0, $1) })
    case (.object(let left), .object):
      return .object(left.map { JSONValue.Member($0.name, other[$0.name].map { [value = $0.value] in merged(value, $0) } ?? $0.value) })
    default: return value
    }
  }

  /// Whether a text is what another one hides a part of.
  private static func fits(_ text: String, _ hidden: String) -> Bool {
    let pieces = hidden.split(separator: mask, omittingEmptySubsequences: false)
    // Where an address stood and a secret stands now, something else is shown.
    guard !text.contains(ScreenCanon.address) || hidden.contains(ScreenCanon.address) else { return false }
    guard pieces.count > 1, let first = pieces.first, let last = pieces.last, text.hasPrefix(first), text.hasSuffix(last) else {
      return false
    }
    return text.count >= first.count + last.count
  }
}
