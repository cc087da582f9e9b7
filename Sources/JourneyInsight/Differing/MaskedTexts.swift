import Encodings
import JourneyModel
import ModelCoding

/// Texts of which a part is hidden as a secret, or differs from visit to visit: neither is held against the other screen.
enum MaskedTexts {
  /// Both screens, with the hidden text where only one of them hides it, and one text where they differ in a time, a date or an id.
  ///
  /// - Parameter moving: which words count as different from visit to visit.
  static func alike(_ before: Screen, _ now: Screen, moving: MovingWords.Scope) -> (Screen, Screen) {
    let (old, new) = (before.json, now.json)
    do { return (try Screen(json: merged(old, new, moving)), try Screen(json: merged(new, old, moving))) } catch { return (before, now) }
  }

  /// - Parameter isRead: whether a text is one that a person reads.
  private static func merged(_ value: JSONValue, _ other: JSONValue, _ moving: MovingWords.Scope, isRead: Bool = false) -> JSONValue {
    guard value != other else { return value }
    switch (value, other) {
    case (.string(let text), .string(let hidden)):
      if fits(text, hidden) { return other }
      return isRead && PageText(text, moving: moving) == PageText(hidden, moving: moving) ? .string(min(text, hidden)) : value
    case (.array(let left), .array(let right)):
      let others = partners(of: left, among: right)
      return .array(zip(left, others).map { element, other in other.map { merged(element, $0, moving) } ?? element })
    case (.object(let left), .object):
      return .object(
        left.map { member in
          let isRead = ReadMembers.hold(member.name, of: value)
          return JSONValue.Member(member.name, other[member.name].map { merged(member.value, $0, moving, isRead: isRead) } ?? member.value)
        })
    default: return value
    }
  }

  /// The elements of another list that are the same parts of the screen: by their ids, else by their places.
  private static func partners(of elements: [JSONValue], among others: [JSONValue]) -> [JSONValue?] {
    let named = Dictionary(others.compactMap { other in other["id"]?.stringValue.map { ($0, other) } }) { first, _ in first }
    guard named.count != others.count || others.isEmpty else { return elements.map { $0["id"]?.stringValue.flatMap { named[$0] } } }
    return elements.count == others.count ? others : elements.map { _ in nil }
  }

  /// Whether a text is what another one hides a part of.
  private static func fits(_ text: String, _ hidden: String) -> Bool {
    // Where a secret replaces an address, something else is shown.
    guard !text.contains(ScreenCanon.address) || hidden.contains(ScreenCanon.address) else { return false }
    return HiddenParts.of(hidden, hide: text)
  }
}
