package import Encodings
package import JourneyModel
import ModelCoding

/// Makes one shape of all screens that differ only in whose they are and where: addresses of people, and the tenant's own origin.
///
/// An address is the person's if the walk sent it or its account has it, whole or with a part of it hidden. Any other address is the
/// tenant's, and a text like every other.
package struct ScreenCanon: Sendable, Hashable {
  /// The placeholder for the address of the person, whole or masked.
  package static let address = "${account.email}"
  /// The placeholder for the origin of the tenant.
  package static let tenant = "${tenant}"

  /// The longest first, as one may begin with another.
  private let origins: [String]
  /// What a page's title ends in, after a line, and a line of a page may be.
  private let names: [String]

  /// Of tenants with these names, at these origins.
  package init(origins: Set<String>, names: Set<String> = []) {
    self.origins = origins.filter { !$0.isEmpty }.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    self.names = names.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// The origin of an address; empty if it has none.
  static func origin(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 2 && parts[1].isEmpty ? "\(parts[0])//\(parts[2].prefix { $0 != "?" })" : ""
  }

  /// The screen with names in place of what differs.
  ///
  /// - Parameter addresses: those of the person, in lower case.
  package func screen(_ screen: Screen, of addresses: Set<String>) -> Screen {
    var kept = screen
    kept.facts.removeAll { $0.isVolatile && !$0.isPageText }
    for index in kept.forms.indices { kept.forms[index].widgets = kept.forms[index].widgets.map(Self.withoutOpaqueValues) }
    do { return try Screen(json: canonical(kept.json, addresses)) } catch { return kept }
  }

  /// A sentence about a walk with names in place of what differs.
  func sentence(_ text: String, of addresses: Set<String>) -> String { canonical(text, addresses) }

  /// A choice that is identified by its facts has a value that means nothing to a person, and that every tenant makes up.
  private static func withoutOpaqueValues(_ widget: Widget) -> Widget {
    if case .credential(var prompt) = widget.kind {
      // A ceremony's options hold a challenge, and credentials that each walk creates.
      prompt.options = .null
      var widget = widget
      widget.kind = .credential(prompt)
      return widget
    }
    guard case .choice(var list) = widget.kind else { return widget }
    for index in list.choices.indices where !list.choices[index].facts.isEmpty {
      let value = list.choices[index].value
      list.choices[index].value = .null
      list.selected = list.selected.map { $0 == value ? .null : $0 }
      list.choices[index].facts.removeAll(where: \.isVolatile)
      list.choices[index].widgets = list.choices[index].widgets.map(withoutOpaqueValues)
    }
    var widget = widget
    widget.kind = .choice(list)
    return widget
  }

  private func canonical(_ value: JSONValue, _ addresses: Set<String>) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let text): return .string(canonical(text, addresses))
    case .array(let elements): return .array(elements.map { canonical($0, addresses) })
    case .object(let members): return .object(members.map { JSONValue.Member($0.name, canonical($0.value, addresses)) })
    }
  }

  private func canonical(_ text: String, _ addresses: Set<String>) -> String {
    var text = text
    for origin in origins where text.contains(origin) { text = text.replacing(origin, with: Self.tenant) }
    if !names.isEmpty, text.contains(where: \.isNewline) {
      text = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { names.contains(String($0)) ? Self.tenant : String($0) }.joined(separator: "\n")
    }
    for name in names where text.hasSuffix(" | \(name)") { text = String(text.dropLast(name.count)) + Self.tenant }
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    return Self.words(of: text).reduce(into: "") { $0 += Self.named($1.word, addresses) + $1.end }
  }

  /// The addresses in a text, in lower case.
  static func addresses(in text: String) -> [String] {
    words(of: text).compactMap { address(in: $0.word)?.lowercased() }
  }

  /// The words of a text, each with what ends it.
  private static func words(of text: String) -> [(word: String, end: String)] {
    var words: [(word: String, end: String)] = []
    var word = ""
    for character in text {
      guard character.isWhitespace || separators.contains(character) else {
        word.append(character)
        continue
      }
      words.append((word, String(character)))
      word = ""
    }
    return words + [(word, "")]
  }

  private static let separators: Set<Character> = ["\"", "'", "(", ")", ",", "<", ">", "“", "”", "„", ":", ";", "/", "?", "&", "="]

  /// The person's address becomes its name; the sentence's last stop stays.
  private static func named(_ word: String, _ addresses: Set<String>) -> String {
    guard let address = address(in: word), isOwn(address.lowercased(), addresses) else { return word }
    return Self.address + word.dropFirst(address.count)
  }

  /// The address that a word is, without the sentence's last stop; `nil` if it is none.
  private static func address(in word: String) -> String? {
    let end = word.lastIndex { !".!".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
    let parts = word[..<end].split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") || parts[1].contains("•") else { return nil }
    return String(word[..<end])
  }

  /// Whether it is one of the addresses, or what is left of one of them where a part is hidden.
  private static func isOwn(_ shown: String, _ addresses: Set<String>) -> Bool {
    let pieces = shown.split { "•*".contains($0) }
    guard shown.contains(where: "•*".contains), let first = pieces.first, let last = pieces.last else { return addresses.contains(shown) }
    // Nothing is known of the person, as in a log of a walk that typed no address.
    if addresses.isEmpty { return true }
    return addresses.contains { address in
      (shown.hasPrefix(first) ? address.hasPrefix(first) : true) && (shown.hasSuffix(last) ? address.hasSuffix(last) : true)
    }
  }
}

extension Screen {
  /// The screen without what differs from walk to walk, as a tree.
  package var comparable: JSONValue { NormalisedScreen(self).screen }

  /// What a person would call it: its first heading or text, else the name of an org's screen; `nil` if it has none.
  package var title: String? {
    for form in forms {
      for widget in form.widgets {
        if case .output(let text) = widget.kind, !text.visible.isEmpty { return text.visible }
      }
    }
    return OrgNames.screen(id.text)
  }

  /// The labels of everything that is to be filled in, in the order sent; without what is hidden.
  package var asked: [String] { labels { if case .toggle = $0 { false } else { true } } }

  /// The labels of the boxes to tick.
  package var ticked: [String] { labels { if case .toggle = $0 { true } else { false } } }

  /// What its page says in addition to its title and what it asks for, each sentence once; empty for what is not a page.
  package var sentences: [String] {
    var told = Set(([title].compactMap(\.self) + asked + ticked).map { PageText.key(of: $0) })
    return PageText(pageText).sentences.filter { told.insert(PageText.key(of: $0)).inserted }
  }

  private func labels(_ isMeant: (WidgetKind) -> Bool) -> [String] {
    forms.flatMap(\.widgets).filter { $0.isVisible && $0.kind.isAnswered && isMeant($0.kind) }.map { $0.label?.visible ?? $0.id.text }
  }
}

extension WidgetKind {
  /// Whether a person fills it in, chooses or ticks it.
  package var isAnswered: Bool {
    switch self {
    case .entry(let entry): entry.purpose != .hidden && !entry.isReadOnly
    case .toggle, .choice, .credential: true
    case .output, .submitter, .close, .unknown: false
    }
  }
}
