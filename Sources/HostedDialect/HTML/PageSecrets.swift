package import Encodings
internal import JourneyModel

extension HTMLPage {
  /// What the page contains that must not be seen, wherever it is, each once: values of password fields and of hidden ones that are not
  /// made of words, tokens against forged requests in `meta` elements, `data-` attributes and scripts, and tokens in its addresses.
  package var secrets: [String] {
    var found = FoundTexts()
    addTokensOfElements(to: &found)
    for script in scripts.prefix(100) where !script.text.isEmpty { ScriptTokens.add(of: script.text, to: &found) }
    url.addTokens(to: &found)
    for link in links { link.url.addTokens(to: &found) }
    for form in forms { form.address(of: form.action)?.addTokens(to: &found) }
    for address in frames + scripts.compactMap(\.source) + [metaRefresh?.url].compactMap(\.self) { address.addTokens(to: &found) }
    return found.texts
  }

  /// The values of fields, also outside of forms, the content of `<meta name="csrf-token">` and the like, and of `data-csrf`.
  private func addTokensOfElements(to found: inout FoundTexts) {
    for node in tree.nodes.indices {
      guard let element = tree.element(node) else { continue }
      if element.name == "input", let value = element["value"], Self.isSecret(value, of: element) { found.add(value) }
      if element.name == "meta" {
        let name = element["name"] ?? element["property"] ?? element["id"] ?? ""
        if TokenSign.isName(name.utf8), let text = element.text("content") { found.add(text) }
      }
      if element.has("data-secret") { found.add(tree.visibleText(of: node, limit: Self.secretLimit)) }
      if element.name == "textarea", element.has("hidden") {
        found.add(tree.visibleText(of: node, includesHidden: true, limit: Self.secretLimit))
      }
      for attribute in element.attributes where attribute.name.hasPrefix("data-") && TokenSign.isName(attribute.name.utf8) {
        found.add(attribute.value)
      }
    }
  }
}

extension HTMLPage {
  /// Characters; what is longer is not a secret that people type or copy.
  private static let secretLimit = 4_096

  private static func isSecret(_ value: String, of element: HTMLElement) -> Bool {
    switch element.word("type") {
    case "hidden": !PublicText.isPublic(value, named: element["name"] ?? element["id"] ?? "")
    case "password": true
    case "checkbox", "radio", "submit", "button", "reset", "image": false
    default: TokenSign.isToken(value)
    }
  }
}

/// Texts in the order found, each once.
struct FoundTexts {
  private(set) var texts: [String] = []
  private var known: Set<String> = []

  mutating func add(_ text: String) {
    if !text.isEmpty, known.insert(text).inserted { texts.append(text) }
  }
}

extension WebURL {
  /// What an address contains that identifies the journey: tokens of its path and query, and what follows a `;` in its path.
  package var tokens: [String] {
    var found = FoundTexts()
    addTokens(to: &found)
    return found.texts
  }

  fileprivate func addTokens(to found: inout FoundTexts) {
    for segment in path.utf8.split(separator: UInt8(ascii: "/")) where segment.count >= TokenSign.shortest {
      let parts = segment.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      for part in parts.dropFirst() {
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
        add(String(Substring(part[part.index(after: equals)...])), to: &found)
      }
      let text = String(Substring(parts[0]))
      // An escaped slash makes words look like a token.
      let words = PercentEncoding.decode(text)?.split(separator: "/").map(String.init) ?? [text]
      if words.contains(where: RandomText.isToken) { add(text, to: &found) }
    }
    guard query != nil else { return }
    for item in queryItems where !ConcealedURL.isHarmless(item.name) && TokenSign.isToken(item.value) { add(item.value, to: &found) }
  }

  /// As it is written, and as it is meant.
  private func add(_ text: String, to found: inout FoundTexts) {
    found.add(text)
    if text.utf8.contains(UInt8(ascii: "%")), let decoded = PercentEncoding.decode(text) { found.add(decoded) }
  }
}

/// The literals that a script gives to names of tokens: `window.csrf = '…'`, `"csrfToken": "…"`.
enum ScriptTokens {
  private static let byteLimit = 256 * 1_024
  private static let most = 50
  private static let longest = 4_096

  static func add(of script: String, to found: inout FoundTexts) {
    for text in Self.found(in: script) { found.add(text) }
  }

  static func found(in script: String) -> [String] {
    let bytes = Array(script.utf8.prefix(byteLimit))
    var found: [String] = []
    var index = 0
    while index < bytes.count, found.count < most {
      guard isOfName(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isOfName(bytes[index]) { index += 1 }
      guard index - start >= 4, TokenSign.isName(bytes[start..<index]) else { continue }
      if let literal = literal(after: index, in: bytes) { found.append(literal) }
    }
    return found
  }

  /// The text behind a name, the end of the name's own quotation, and a sign that gives it a value.
  private static func literal(after place: Int, in bytes: [UInt8]) -> String? {
    var rest = bytes[place...].drop { isQuote($0) || $0.isHTMLSpace || $0 == UInt8(ascii: "]") }
    guard let sign = rest.popFirst(), [UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ",")].contains(sign) else { return nil }
    rest = rest.drop(while: \.isHTMLSpace)
    guard let quote = rest.popFirst(), isQuote(quote) else { return nil }
    let text = rest.prefix(longest).prefix { $0 != quote }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "$")
  }
}
