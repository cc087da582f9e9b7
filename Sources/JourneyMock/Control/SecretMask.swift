import Encodings

/// What callers without the token must not see of requests and answers: values that have the name of a secret, what people of the world
/// keep secret, and every text that is long and random.
struct SecretMask {
  /// The replacement for what is not shown.
  static let mark = "***"

  /// Passwords, secrets of authenticator apps and of clients, and codes that were sent.
  private let known: Set<String>
  private let showsAll: Bool

  init(_ state: WorldState, showsAll: Bool) {
    self.showsAll = showsAll
    known = showsAll ? [] : state.secrets
  }

  // MARK: Parts of messages

  func headers(_ headers: HTTPFields) -> JSONValue {
    var members: [JSONValue.Member] = []
    for field in headers {
      let value = field.name.equalsIgnoringASCIICase("Location") ? address(field.value) : text(field.value, named: field.name)
      members.append(.init(field.name, .string(value)))
    }
    return .object(members)
  }

  /// A JSON body as its value, every other one as a text; `nil` for none.
  func body(_ bytes: [UInt8], type: String?) -> JSONValue? {
    guard !bytes.isEmpty else { return nil }
    let type = type?.lowercased() ?? ""
    if type.contains("json"), let value = Self.json(bytes) { return json(value, isSecret: false) }
    let text = String(decoding: bytes, as: UTF8.self)
    if showsAll { return .string(text) }
    if type.contains("x-www-form-urlencoded") { return .string(form(FormURLEncoding.decode(bytes))) }
    if type.hasPrefix("text/html") { return .string(masked(text)) }
    if type.hasPrefix("text/plain") { return .string(address(text)) }
    return .string(Self.mark)
  }

  /// An address without the values of its query that are secret.
  func address(_ text: String) -> String {
    guard !showsAll else { return text }
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return masked(text) }
    return masked(String(text[..<mark])) + "?" + form(FormURLEncoding.decode(String(text[text.index(after: mark)...])))
  }

  // MARK: Texts

  private func form(_ items: [QueryItem]) -> String {
    FormURLEncoding.encode(items.map { QueryItem($0.name, text($0.value, named: $0.name)) })
  }

  /// - Parameters:
  ///   - isSecret: whether a name above it says so.
  ///   - isTold: whether it is a message to people: there a name says what the message is about, and not what it holds.
  private func json(_ value: JSONValue, isSecret: Bool, isTold: Bool = false) -> JSONValue {
    guard !showsAll else { return value }
    switch value {
    case .object(let members):
      return .object(
        members.map { member in
          let isTold = isTold || member.name == Self.told
          let isSecret = !isTold && (isSecret || Self.isSecret(member.name))
          return .init(member.name, json(member.value, isSecret: isSecret, isTold: isTold))
        })
    case .array(let elements): return .array(elements.map { json($0, isSecret: isSecret, isTold: isTold) })
    case .string(let text): return isSecret && !text.isEmpty ? .string(Self.mark) : .string(address(text))
    case .number: return isSecret ? .string(Self.mark) : value
    case .null, .bool: return value
    }
  }

  private func text(_ text: String, named name: String) -> String {
    showsAll || text.isEmpty ? text : Self.isSecret(name) ? Self.mark : address(text)
  }

  /// A text without what people keep secret and without long random runs.
  private func masked(_ text: String) -> String {
    if known.contains(text) { return Self.mark }
    var result = text
    for secret in known where secret.utf8.count >= 4 && result.contains(secret) { result = result.replacing(secret, with: Self.mark) }
    return Self.withoutRuns(result)
  }

  /// Tokens, handles and parts of signed texts are runs of letters, digits, `-` and `_`, longer than any word.
  private static func withoutRuns(_ text: String) -> String {
    var result: [UInt8] = []
    var run: [UInt8] = []
    func end() {
      result += run.count >= 40 ? Array(mark.utf8) : run
      run = []
    }
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): run.append(byte)
      default:
        end()
        result.append(byte)
      }
    }
    end()
    return String(decoding: result, as: UTF8.self)
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONReader.read(bytes) } catch {
      // It is shown as a text then.
      return nil
    }
  }

  /// Whether a value is secret by its name: one of the name's words says so, however they are joined, and none says that it only
  /// describes a secret, as in `code_challenge_method` and `token_endpoint`.
  static func isSecret(_ name: String) -> Bool {
    let words = words(of: name)
    return words.contains { secretWords.contains($0) } && !words.contains { describingWords.contains($0) }
  }

  /// What holds the messages on a screen, in every dialect.
  private static let told = "messages"

  private static let describingWords: Set<String> = ["method", "methods", "type", "types", "endpoint", "supported", "length", "alg"]

  private static let secretWords: Set<String> = [
    "password", "passcode", "pin", "otp", "totp", "code", "codes", "token", "secret", "verifier", "challenge", "handle", "ticket",
    "credentials",
    "authorization", "cookie", "session", "assertion", "csrf", "jwt", "flow",
  ]

  private static func words(of name: String) -> [String] {
    var words = [""]
    for character in name.unicodeScalars {
      if character.properties.isUppercase, words.last?.isEmpty == false, words.last?.unicodeScalars.last?.properties.isUppercase != true {
        words.append("")
      }
      if character.properties.isAlphabetic { words[words.count - 1].unicodeScalars.append(character) } else { words.append("") }
    }
    return words.map { $0.lowercased() }
  }
}

extension WorldState {
  /// Everything that people of the world and its clients keep secret, and the codes that were sent.
  fileprivate var secrets: Set<String> {
    var secrets = Set(tenant.clientRules.compactMap(\.secret))
    let slots = (tables.attributes[.account] ?? []).enumerated().filter { tables.secrets.contains($0.element) }.map(\.offset)
    for place in 0..<accounts.count {
      for slot in slots { if let text = accounts[place].scope.attributes[slot], !text.isEmpty { secrets.insert(text) } }
    }
    for session in sessions.all { for code in session.codes.values { secrets.insert(code.text) } }
    return secrets
  }
}
