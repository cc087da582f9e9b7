import Encodings
import JourneyModel
import ModelCoding

/// Which texts of a screen vary between two walks of one version, so that a walk of another version may have others there: times, codes, ids
/// and names that a server makes up for each visit.
struct VariedTexts: Sendable {
  /// By the member of the screen's tree that holds them.
  private var varied: [String: [VariedText]] = [:]

  init() {}

  /// Learns from what another walk of the same version had in place of a screen.
  mutating func learn(_ screen: Screen, _ again: Screen) { learn(screen.json, again.json, in: "") }

  /// Learns from texts that two walks of one version had one after the other.
  mutating func learn(_ texts: [String], _ again: [String]) {
    guard texts.count == again.count else { return }
    for (text, other) in zip(texts, again) { learn(text, other, in: "") }
  }

  private mutating func learn(_ text: String, _ other: String, in member: String) {
    guard text.contains(where: \.isNewline) else {
      if let found = VariedText(text, other), varied[member]?.contains(found) != true { varied[member, default: []].append(found) }
      return
    }
    let (left, right) = (Self.lines(of: text), Self.lines(of: other))
    let changes = PageText(sentences: right).changes(since: PageText(sentences: left))
    for change in changes where !change.isMove {
      if let before = change.before, let now = change.now { learn(before, now, in: member) }
    }
  }

  private mutating func learn(_ value: JSONValue, _ other: JSONValue, in name: String) {
    guard value != other else { return }
    switch (value, other) {
    case (.string(let text), .string(let again)): learn(text, again, in: name)
    case (.array(let left), .array(let right)):
      for (element, partner) in Self.pairs(left, right) { learn(element, partner, in: name) }
    case (.object(let left), .object):
      for member in left { if let again = other[member.name] { learn(member.value, again, in: member.name) } }
    default: break
    }
  }

  /// The elements of two lists that are the same parts of the screen: by their ids, and the others by their order, if as many are left.
  private static func pairs(_ left: [JSONValue], _ right: [JSONValue]) -> [(JSONValue, JSONValue)] {
    let ids = Set(left.compactMap { $0["id"]?.stringValue }).intersection(right.compactMap { $0["id"]?.stringValue })
    let isNamed = { (element: JSONValue) in element["id"]?.stringValue.map(ids.contains) ?? false }
    let named = left.filter(isNamed).compactMap { element in right.first { $0["id"] == element["id"] }.map { (element, $0) } }
    let (rest, others) = (left.filter { !isNamed($0) }, right.filter { !isNamed($0) })
    return named + (rest.count == others.count ? Array(zip(rest, others)) : [])
  }

  private static func lines(of text: String) -> [String] { text.split(whereSeparator: \.isNewline).map(String.init) }

  // MARK: Taking back

  /// A screen with the texts of an earlier one where it differs from that only in what varies.
  func restored(_ screen: Screen, as earlier: Screen) -> Screen {
    guard !varied.isEmpty, screen != earlier else { return screen }
    var known: Set<String> = []
    Self.gather(earlier.json, into: &known)
    var names = Names(varied, keeping: known)
    do { return try Screen(json: names.restored(screen.json, in: "")) } catch { return screen }
  }

  /// Texts with those of an earlier walk where they differ from them only in what varies.
  func restored(_ texts: [String], as earlier: [String]) -> [String] {
    var names = Names(varied, keeping: Set(earlier))
    return texts.map { names.restored($0, in: "") }
  }

  private static func gather(_ value: JSONValue, into known: inout Set<String>) {
    switch value {
    case .null, .bool, .number: break
    case .string(let text): known.formUnion(lines(of: text) + [text])
    case .array(let elements): for element in elements { gather(element, into: &known) }
    case .object(let members): for member in members { gather(member.value, into: &known) }
    }
  }

  /// What texts of a walk were on the earlier one: each always the same, and no two of them the same, because fields have different names.
  private struct Names {
    private let varied: [String: [VariedText]]
    private let known: Set<String>
    private var found: [String: [String: String]] = [:]
    private var taken: [String: Set<String>] = [:]

    init(_ varied: [String: [VariedText]], keeping known: Set<String>) { (self.varied, self.known) = (varied, known) }

    mutating func restored(_ value: JSONValue, in name: String) -> JSONValue {
      switch value {
      case .null, .bool, .number: return value
      case .string(let text): return .string(restored(text, in: name))
      case .array(let elements): return .array(elements.map { restored($0, in: name) })
      case .object(let members): return .object(members.map { JSONValue.Member($0.name, restored($0.value, in: $0.name)) })
      }
    }

    mutating func restored(_ text: String, in name: String) -> String {
      guard let varied = varied[name], !known.contains(text) else { return text }
      guard !text.contains(where: \.isNewline) else {
        return VariedTexts.lines(of: text).map { restored($0, in: name) }.joined(separator: "\n")
      }
      if let earlier = found[name]?[text] { return earlier }
      let earlier = varied.first { taken[name]?.contains($0.text) != true && $0.fits(text) }?.text
      guard let earlier else { return text }
      taken[name, default: []].insert(earlier)
      found[name, default: [:]][text] = earlier
      return earlier
    }
  }
}
