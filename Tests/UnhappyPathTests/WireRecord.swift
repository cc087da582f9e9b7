import Encodings
import Synchronization

/// The secrets that a server received and sent, taken from the bytes on the wire.
///
/// A class, since connections add to it while the test waits.
final class WireRecord: Sendable {
  private static let telling: Set<String> = [
    "code", "state", "nonce", "code_verifier", "challenge", "session_id", "access_token", "refresh_token", "id_token", "password",
    "passcode", "id_token_hint", "token", "flow",
  ]

  private let found = Mutex<[String: Set<String>]>([:])

  /// Every secret by what it is.
  var secrets: [String: Set<String>] { found.withLock { $0 } }

  func add(_ name: String, _ value: String) {
    // Shorter ones occur everywhere by chance.
    guard value.utf8.count >= 6 else { return }
    found.withLock { _ = $0[name, default: []].insert(value) }
  }

  func add(_ request: HTTPRequestMessage, _ answer: HTTPResponseMessage) {
    add(query: request.url.description)
    if let bearer = request.headers["authorization"] { add("bearer", String(bearer.split(separator: " ").last ?? "")) }
    for pair in (request.headers["cookie"] ?? "").split(separator: ";") {
      add("cookie", String(pair[(pair.firstIndex(of: "=").map { pair.index(after: $0) } ?? pair.endIndex)...]))
    }
    for cookie in answer.headers.values(of: "set-cookie").compactMap(SetCookieText.init) { add("cookie", cookie.value) }
    if let place = answer.headers["location"] { add(query: place) }
    add(body: request.body)
    add(body: answer.body)
  }

  private func add(query address: String) {
    guard let start = address.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return }
    add(form: String(address[address.index(after: start)...]))
  }

  private func add(form text: String) {
    for item in FormURLEncoding.decode(text) where Self.telling.contains(item.name) { add(item.name, item.value) }
  }

  /// The values that links of a mail carry.
  private func add(linksIn text: String) {
    for word in text.split(whereSeparator: \.isWhitespace) where word.contains("://") {
      let items = FormURLEncoding.decode(String(word.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }))
      for item in items { add("link", item.value) }
    }
  }

  private func add(body: [UInt8]) {
    do { add(try JSONReader.read(body), named: "") } catch { add(form: String(decoding: body, as: UTF8.self)) }
  }

  private func add(_ json: JSONValue, named name: String) {
    switch json {
    case .string(let text):
      if Self.telling.contains(name) { add(name, text) }
      if name == "Text" { add(linksIn: text) }
      if name == "Text" { for code in text.split(whereSeparator: { !$0.isNumber }) { add("mail code", String(code)) } }
      if text.contains("://") { add(query: text) }
    case .object(let members): for member in members { add(member.value, named: member.name) }
    case .array(let elements): for element in elements { add(element, named: name) }
    case .null, .bool, .number: break
    }
  }
}
