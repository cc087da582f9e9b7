package import Encodings
internal import JourneyModel

extension HTMLPage {
  /// What the page holds that must not be seen, wherever it stands, each once: values of hidden and password fields, tokens against
  /// forged requests in `meta` elements, `data-` attributes and scripts, and tokens in its addresses.
  ///
  /// Some are short or plain words, such as the value of a hidden field that says which form it is.
  package var secrets: [String] {
    var found: [String] = []
    var known: Set<String> = []
    let candidates =
      controlValues + tree.elements(named: ["meta"]).compactMap { tree.element($0).flatMap(Self.token) } + tokensOfAttributes
      + scripts.prefix(100).flatMap { ScriptTokens.found(in: $0.text) } + addresses.flatMap(\.tokens)
    for text in candidates where !text.isEmpty && known.insert(text).inserted { found.append(text) }
    return found
  }

  private var controlValues: [String] {
    PageControl.byForm(in: tree).sorted { $0.key < $1.key }.flatMap(\.value).filter {
      $0.kind == .hidden || $0.type == "password" || $0.kind == .text && TokenSign.isToken($0.value)
    }.map(\.value)
  }

  /// The content of `<meta name="csrf-token">` and the like.
  private static func token(in meta: HTMLElement) -> String? {
    TokenSign.isName(meta.text("name") ?? meta.text("property") ?? meta.text("id") ?? "") ? meta.text("content") : nil
  }

  private var tokensOfAttributes: [String] {
    tree.nodes.indices.flatMap { node in
      (tree.element(node)?.attributes ?? []).filter { $0.name.hasPrefix("data-") && TokenSign.isName($0.name) }.map(\.value)
    }
  }

  private var addresses: [WebURL] {
    [url] + links.map(\.url) + forms.compactMap { $0.address(of: $0.action) } + frames + scripts.compactMap(\.source)
      + [metaRefresh?.url].compactMap(\.self)
  }
}

extension WebURL {
  /// What an address holds that tells whose journey it is: tokens of its path and query, and what follows a `;` in its path.
  package var tokens: [String] {
    let segments = path.split(separator: "/").flatMap { segment in
      let parts = segment.split(separator: ";", omittingEmptySubsequences: false)
      let parameters = parts.dropFirst().compactMap { part in
        part.firstIndex(of: "=").map { String(part[part.index(after: $0)...]) }
      }
      return parameters + (RandomText.isToken(String(parts[0])) ? [String(parts[0])] : [])
    }
    let items = queryItems.filter { !ConcealedURL.isHarmless($0.name) && TokenSign.isToken($0.value) }
    return (segments + items.map(\.value)).flatMap { text in
      PercentEncoding.decode(text).map { $0 == text ? [text] : [text, $0] } ?? [text]
    }
  }
}

/// Tells tokens against forged requests, and of sessions, from what a person reads.
enum TokenSign {
  /// Whether a value is a token, and no address of a page or a person.
  static func isToken(_ text: String) -> Bool {
    !text.contains("://") && !text.contains("@") && !text.contains(" ") && text.utf8.first != UInt8(ascii: "/") && RandomText.isToken(text)
  }


  private static let parts = ["csrf", "xsrf", "token", "nonce", "sessionid", "session-id", "session_id", "verification"]

  /// Whether pages keep a token under this name.
  static func isName(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return parts.contains { name.contains($0) } && !name.contains("google-site")
  }
}

/// The literals that a script gives to names of tokens: `window.csrf = '…'`, `"csrfToken": "…"`.
enum ScriptTokens {
  private static let byteLimit = 256 * 1_024
  private static let most = 50
  private static let longest = 4_096

  static func found(in script: String) -> [String] {
    let bytes = Array(script.utf8.prefix(byteLimit))
    var found: [String] = []
    var index = 0
    while index < bytes.count, found.count < most {
      let name = bytes[index...].prefix(while: isOfName)
      guard !name.isEmpty else {
        index += 1
        continue
      }
      index = name.endIndex
      guard name.count >= 4, TokenSign.isName(String(decoding: name, as: UTF8.self)) else { continue }
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

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") }

  private static func isOfName(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "$")
  }
}
