/// Texts that are secrets, or have some in them, by what they look like.
enum SecretShape {
  /// What is written in the place of a secret.
  static let mark = "***"

  /// Whether a text is a private key, a signed token, or what a request is authorized with.
  static func isSecret(_ text: String) -> Bool {
    guard !text.contains("PRIVATE KEY-----"), !isToken(text) else { return true }
    let start = text.prefix(8).lowercased()
    return schemes.contains { start.hasPrefix($0) } || hasPassword(text)
  }

  /// Whether a text is a connection string with a password in it.
  private static func hasPassword(_ text: String) -> Bool {
    text.split(separator: ";").contains { part in
      let pair = part.split(separator: "=", maxSplits: 1)
      return pair.count == 2 && names.contains(plain(pair[0]))
    }
  }

  private static let schemes = ["basic ", "bearer ", "ssws ", "dpop "]
  private static let names: Set<String> = ["password", "pwd", "accountkey", "sharedaccesskey", "sharedaccesssignature", "secret", "apikey"]
  private static let parameters: Set<String> = [
    "sig", "signature", "token", "accesstoken", "idtoken", "refreshtoken", "key", "apikey", "secret", "clientsecret", "password", "pwd",
    "code",
  ]

  private static func plain(_ name: Substring) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// A JSON Web Token (RFC 7519 section 3), signed or encrypted.
  private static func isToken(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (3...5).contains(parts.count), parts[0].hasPrefix("eyJ") else { return false }
    return parts.allSatisfy { $0.utf8.allSatisfy(isOfBase64) }
  }

  private static func isOfBase64(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "=")
  }

  /// An address without the values of parameters that are secrets, and without the path of a webhook.
  static func withoutParameters(_ text: String) -> String {
    guard text.contains("://") else { return text }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let address = withoutWebhook(String(parts[0]))
    guard parts.count == 2 else { return address }
    let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { part -> String in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[1].isEmpty, parameters.contains(plain(pair[0])) else { return String(part) }
      return "\(pair[0])=\(mark)"
    }
    return "\(address)?\(query.joined(separator: "&"))"
  }

  /// Of an incoming webhook the path is the secret.
  private static func withoutWebhook(_ address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return address }
    let rest = address[scheme.upperBound...]
    guard rest.hasPrefix("hooks."), let services = rest.firstRange(of: "/services/") else { return address }
    return address[..<services.upperBound] + mark
  }
}
