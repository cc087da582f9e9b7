import Encodings
import JourneyModel
import ModelCoding

/// Texts of which a part is hidden as a secret, or differs from visit to visit: neither is held against the other screen.
enum MaskedTexts {
  /// Both screens, with the hidden text where only one of them hides it, and one text where they differ in a time, a date or an id.
  static func alike(_ before: Screen, _ now: Screen) -> (Screen, Screen) {
    let (old, new) = (before.json, now.json)
    do { return (try Screen(json: merged(old, new)), try Screen(json: merged(new, old))) } catch { return (before, now) }
  }

  /// Members that hold what a person reads.
  private static let texts: Set<String> = ["label", "text"]

  /// - Parameter isRead: whether a text is one that a person reads.
  private static func merged(_ value: JSONValue, _ other: JSONValue, isRead: Bool = false) -> JSONValue {
    guard value != other else { return value }
    switch (value, other) {
    case (.string(let text), .string(let hidden)):
      if fits(text, hidden) { return other }
      return isRead && PageText(text) == PageText(hidden) ? .string(min(text, hidden)) : value
    case (.array(let left), .array(let right)) where left.count == right.count: return .array(zip(left, right).map { merged($0, $1) })
    case (.object(let left), .object):
      let isTitle = ["title", "heading"].contains(value["name"]?.stringValue)
      return .object(
        left.map { member in
          let isRead = texts.contains(member.name) || isTitle && member.name == "value"
          return JSONValue.Member(member.name, other[member.name].map { merged(member.value, $0, isRead: isRead) } ?? member.value)
        })
    default: return value
    }
  }

  /// Whether a text is what another one hides a part of.
  private static func fits(_ text: String, _ hidden: String) -> Bool {
    // Where an address stood and a secret stands now, something else is shown.
    guard !text.contains(ScreenCanon.address) || hidden.contains(ScreenCanon.address) else { return false }
    return HiddenParts.of(hidden, hide: text)
  }
}
