package import Encodings

/// Addresses as they may be shown: the values of telling query and fragment items are `***`.
enum ConcealedURL {
  /// What never stands in a shown address.
  static let names: Set<String> = [
    "code", "state", "nonce", "session_id", "code_challenge", "code_verifier", "challenge", "access_token", "id_token",
    "refresh_token", "id_token_hint", "token", "session_state", "interaction_code", "stateToken",
  ]

  /// The address, or relative reference, with these items concealed too.
  static func conceal(_ text: String, beside more: Set<String> = []) -> String {
    let utf8 = text.utf8
    guard utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@") }) else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(utf8.count)
    var rest = Substring(text).utf8
    output.append(contentsOf: concealedAuthority(of: rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
    rest = rest.drop { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while let delimiter = rest.first {
      let item = rest.dropFirst().prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") }
      output.append(delimiter)
      output.append(contentsOf: concealedItem(item, beside: more))
      rest = rest.dropFirst(item.count + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func concealedItem(_ item: Substring.UTF8View, beside more: Set<String>) -> [UInt8] {
    let name = item.prefix { $0 != UInt8(ascii: "=") }
    let text = String(decoding: name, as: UTF8.self)
    let isTelling = name.count < item.count && (names.contains(text) || more.contains(text))
    return isTelling ? Array(name) + Array("=***".utf8) : Array(item)
  }

  private static func concealedAuthority(of front: Substring.UTF8View) -> [UInt8] {
    guard let at = front.lastIndex(of: UInt8(ascii: "@")), let scheme = front.firstIndex(of: UInt8(ascii: ":")), scheme < at
    else { return Array(front) }
    let afterScheme = front[front.index(after: scheme)...]
    guard afterScheme.starts(with: "//".utf8),
      !afterScheme.dropFirst(2).prefix(while: { $0 != UInt8(ascii: "@") }).contains(UInt8(ascii: "/"))
    else { return Array(front) }
    return Array(front[...scheme]) + Array("//***".utf8) + Array(front[at...])
  }
}

extension WebURL {
  /// The URL as it may be shown.
  package func concealed(beside names: Set<String> = []) -> String {
    ConcealedURL.conceal(description, beside: names)
  }
}
