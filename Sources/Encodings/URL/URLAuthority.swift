/// What is between `//` and the path, cut and checked (RFC 3986 section 3.2).
struct URLAuthority {
  let userInfo: String?
  let host: String
  let port: Int?

  init(_ text: String) throws(WebURLError) {
    var rest = text.utf8[...]
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(Substring(rest[..<at]))
      rest = rest[rest.index(after: at)...]
    } else {
      userInfo = nil
    }
    let end = Self.endOfHost(rest)
    host = String(Substring(rest[..<end])).asciiLowercased
    port = try Self.port(rest[end...])
    guard host.isEmpty || Self.isHost(host) else { throw .invalidHost }
  }

  private static func endOfHost(_ text: Substring.UTF8View) -> Substring.UTF8View.Index {
    if text.first == UInt8(ascii: "[") {
      return text.firstIndex(of: UInt8(ascii: "]")).map(text.index(after:)) ?? text.endIndex
    }
    return text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
  }

  /// The number after the colon; a colon alone means the scheme's own port.
  private static func port(_ text: Substring.UTF8View) throws(WebURLError) -> Int? {
    guard let colon = text.first else { return nil }
    let digits = text.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.allSatisfy(ASCIISet.digits.contains) else { throw .invalidPort }
    if digits.isEmpty { return nil }
    guard let port = UInt16(String(Substring(digits))) else { throw .invalidPort }
    return Int(port)
  }

  /// Whether this is a name, or an IP address in the one spelling that all resolvers read the same way.
  ///
  /// A last label of digits makes `2130706433`, `0x7f.1` and `127.1` loopback addresses to a resolver, past any list
  /// of allowed hosts; so such a host has to be a dotted address.
  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("[") { return IPAddress(host) != nil }
    guard host.utf8.count <= 253, host.utf8.allSatisfy(nameCharacters.contains) else { return false }
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let named = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    guard let last = named.last, named.allSatisfy({ 1...63 ~= $0.count }) else { return false }
    return isNumeric(last) ? IPAddress(host) != nil : true
  }

  private static func isNumeric(_ label: Substring.UTF8View) -> Bool {
    label.allSatisfy(ASCIISet.digits.contains) || label.starts(with: "0x".utf8)
  }

  private static let nameCharacters = ASCIISet("abcdefghijklmnopqrstuvwxyz-._~!$&'()*+,;=").union(.digits)
}
