/// Texts that are secrets, or have some in them, by what they look like.
enum SecretShape {
  /// What is written in the place of a secret.
  static let mark = "***"

  /// Whether a text is a private key, a token, what a request is authorized with, or markup with a password in it.
  static func isSecret(_ text: String) -> Bool {
    guard !text.contains("PRIVATE KEY-----"), !text.contains("PRIVATE KEY BLOCK-----"), !isToken(text) else { return true }
    let start = text.prefix(8).lowercased()
    return schemes.contains { start.hasPrefix($0) } || hasPassword(text) || text.utf8.first == UInt8(ascii: "<") && hasSecret(markup: text)
      || SecretWords.areIn(text)
  }

  /// Whether a text is a connection string with a password in it.
  private static func hasPassword(_ text: String) -> Bool {
    text.split(separator: ";").contains { part in
      let pair = part.split(separator: "=", maxSplits: 1)
      return pair.count == 2 && names.contains(plain(pair[0]))
    }
  }

  /// Whether an element or an attribute of a text in XML has the name of a secret.
  private static func hasSecret(markup text: String) -> Bool {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.contains { SecretName.isOne(String($0)) }
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
    return parts.allSatisfy { $0.utf8.allSatisfy { $0.isOfBase64 } }
  }

  /// An address without the values of parameters that are secrets, and without the path of a webhook.
  static func withoutParameters(_ text: String) -> String {
    guard text.contains("://") else { return text }
    let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    var result = withoutWebhook(String(text[..<end]))
    var rest = text[end...]
    while let separator = rest.first {
      let part = rest.dropFirst().prefix { !"?#&".contains($0) }
      rest = rest[part.endIndex...]
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isHidden = pair.count == 2 && !pair[1].isEmpty && parameters.contains(plain(pair[0]))
      result += "\(separator)\(isHidden ? "\(pair[0])=\(mark)" : String(part))"
    }
    return result
  }

  /// Of an incoming webhook the path is the secret.
  private static func withoutWebhook(_ address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return address }
    var rest = address[scheme.upperBound...]
    let isHook = rest.hasPrefix("hooks.")
    while let slash = rest.firstIndex(of: "/") {
      rest = rest[slash...].dropFirst()
      let segment = rest.prefix { $0 != "/" }
      let isSecretBehind = isHook && segment == "services" || segment.lowercased().hasPrefix("webhook")
      if isSecretBehind, segment.endIndex < address.endIndex { return address[...segment.endIndex] + mark }
    }
    return address
  }
}

/// Secrets among the words of a text: tokens whose form is known, what follows the name of a secret, and long random ones.
enum SecretWords {
  static func areIn(_ text: String) -> Bool {
    guard text.utf8.count >= 8 else { return false }
    var previous = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      let word = word.drop { "\"'(,;".contains($0) }
      if isKnown(word) || isAssigned(word) { return true }
      if names.contains(previous), isValue(word) { return true }
      previous = word.lowercased()
    }
    return false
  }

  /// Whether a word of a text is too random for a name or an id that an importer reads.
  static func isRandom(_ text: String) -> Bool {
    guard text.utf8.count >= 16 else { return false }
    return text.split(whereSeparator: \.isWhitespace).contains { word in
      guard !word.contains("://") else { return false }
      return word.utf8.split { !($0.isOfBase64 || "+~.".utf8.contains($0)) || $0 == UInt8(ascii: "=") }.contains { isRandom($0) }
    }
  }

  private static func isRandom(_ word: Substring.UTF8View) -> Bool {
    guard word.count >= 16, !isID(word) else { return false }
    let parts = word.split { "-_.~".utf8.contains($0) }.map(Array.init)
    if parts.contains(where: { isMixed($0) || isUnspeakable($0) }) { return true }
    // A secret may have a few signs in it; a name of many parts is none.
    return parts.count <= 3 && !parts.contains { isID($0) } && isMixed(parts.flatMap { $0 })
  }

  /// Whether digits, small and capital letters take turns.
  private static func isMixed(_ part: [UInt8]) -> Bool {
    guard part.count >= 16, !isID(part) else { return false }
    let kinds = part.map(\.kind)
    let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
    guard kinds.contains(.digit), changes > 0 else { return false }
    return changes * 3 >= part.count || part.count >= 24 && Set(kinds).count == 2 && part.allSatisfy(\.isHexadecimal)
  }

  /// Whether letters of one case, perhaps with digits among them, have as few vowels as no word does, or none in a row of six.
  private static func isUnspeakable(_ part: [UInt8]) -> Bool {
    let kinds = Set(part.map(\.kind))
    guard part.count >= 20, !isID(part), !kinds.contains(.other), kinds.contains(.small) != kinds.contains(.capital) else { return false }
    let letters = part.count { $0.kind != .digit }
    let vowels = part.count { "aeiouyAEIOUY".utf8.contains($0) }
    guard letters * 2 >= part.count else { return false }
    return vowels * 4 < letters || part.split { "aeiouyAEIOUY".utf8.contains($0) }.contains { $0.count >= 6 }
  }

  /// As the org's own ids: twenty letters and digits that begin as one does; or a UUID.
  private static func isID(_ text: some Collection<UInt8>) -> Bool {
    if text.count == 20 {
      return text.allSatisfy { $0.kind != .other } && beginningsOfIDs.contains { text.starts(with: $0.utf8) }
    }
    return text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
  }

  private static let beginningsOfIDs = [
    "00", "0oa", "0pr", "aus", "aut", "bhv", "bnd", "dae", "guo", "lae", "nzo", "ost", "oty", "rst", "rul", "scp", "smf", "uis",
  ]

  /// How tokens of well-known services begin.
  private static let beginnings = [
    "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-", "sk_live_", "sk_test_",
    "rk_live_", "AIza", "AKIA", "ya29.", "SG.", "npm_", "pypi-", "hvs.", "shpat_", "dop_v1_",
  ]

  private static func isKnown(_ word: Substring) -> Bool {
    if beginnings.contains(where: word.hasPrefix), word.utf8.count >= 12 { return true }
    // A token of the org's own API.
    return word.utf8.count == 42 && word.hasPrefix("00") && word.utf8.allSatisfy(\.isOfBase64)
  }

  /// Words behind which a secret is, of a header or of a sentence.
  private static let names: Set<String> = [
    "authorization:", "bearer", "key:", "pass:", "passcode:", "password:", "passwd:", "pw:", "pwd:", "secret:", "ssws", "token:",
  ]

  /// Whether a word is a name of a secret and its value: `token=…`. A comparison of an expression is not.
  private static func isAssigned(_ word: Substring) -> Bool {
    guard let sign = word.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return false }
    let value = word[sign...].dropFirst()
    return names.contains("\(word[..<sign].lowercased()):") && isValue(value)
  }

  private static func isValue(_ word: Substring) -> Bool {
    word.utf8.count >= 6 && word.first != "=" && word.utf8.contains { $0.kind == .digit }
  }
}

extension UInt8 {
  fileprivate enum Kind {
    case digit, small, capital, other
  }

  fileprivate var kind: Kind {
    switch self {
    case 0x30...0x39: .digit
    case 0x61...0x7A: .small
    case 0x41...0x5A: .capital
    default: .other
    }
  }

  fileprivate var isHexadecimal: Bool { kind == .digit || (0x61...0x66).contains(self) || (0x41...0x46).contains(self) }

  fileprivate var isOfBase64: Bool {
    kind != .other || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self == UInt8(ascii: "=")
  }
}
