import Encodings
package import JourneyModel

/// Finds credentials in a text of any kind by the names that they have there: in JSON, also in a text inside of JSON, in forms, addresses,
/// files of variables and XML, behind `Bearer`, and in private keys as text.
///
/// It trusts no syntax, since a body may be cut, broken or two at once, and reads each byte a few times at most.
package struct CredentialText {
  private static let byteLimit = 1_024 * 1_024
  private static let most = 1_000
  private static let longestName = 40

  private let bytes: [UInt8]
  private var found: [String] = []

  /// The values, as they are spelled and as they are meant.
  package static func found(in bytes: [UInt8]) -> [String] {
    var text = CredentialText(bytes: Array(bytes.prefix(byteLimit)))
    text.read()
    text.readAddresses()
    return text.found
  }

  /// Shorter values are parts of other texts by chance.
  package static let shortest = 6

  /// The text, `***` in the place of each value.
  package static func concealed(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "=")) || text.utf8.contains(UInt8(ascii: ":")) else { return text }
    return found(in: Array(text.utf8)).filter { $0.utf8.count >= shortest }.reduce(text) { $0.replacing($1, with: concealedText) }
  }

  /// The credentials in the addresses of a line, by the names of their parameters, and passwords before their hosts.
  package static func found(inAddressesOf line: String) -> [String] {
    guard line.utf8.contains(UInt8(ascii: "?")) || line.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let words = line.split { $0.isWhitespace || $0 == "\"" || $0 == "'" }.filter { $0.contains("?") || $0.contains("://") }
    return words.flatMap { found(in: Array($0.utf8)) }.filter { $0.utf8.count >= shortest && !$0.hasPrefix("${") }
  }

  /// The line, `***` in the place of each of them.
  package static func concealedAddresses(of line: String) -> String {
    found(inAddressesOf: line).reduce(line) { $0.replacing($1, with: concealedText) }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// User and password of addresses (RFC 3986 section 3.2.1): the password, or the user where there is none, as it then is a token.
  private mutating func readAddresses() {
    var rest = bytes[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")), found.count < Self.most {
      rest = rest[(colon + 1)...]
      guard rest.starts(with: "//".utf8) else { continue }
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 > 0x20 && !Self.endsOfAuthority.contains($0) }
      guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { continue }
      let user = authority[..<at]
      let secret = user.firstIndex(of: UInt8(ascii: ":")).map { user[($0 + 1)...] } ?? user
      guard !secret.isEmpty else { continue }
      let text = String(decoding: secret, as: UTF8.self)
      found += Set([text, PercentEncoding.decode(text) ?? text])
    }
  }

  private static let endsOfAuthority = Set("/?#\"'<>\\`".utf8)

  private mutating func read() {
    var index = 0
    while index < bytes.count, found.count < Self.most {
      guard isOfWord(index) else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !Self.isOfWord($0) } ?? bytes.count
      if end - index <= Self.longestName { read(word: index..<end) }
      index = end
    }
  }

  private mutating func read(word: Range<Int>) {
    let name = String(decoding: bytes[word], as: UTF8.self)
    switch name.asciiLowercased {
    case "bearer", "basic", "dpop": add(schemeValue(behind: word.upperBound), isSure: true)
    case "private": addPrivateKey(behind: word)
    default: break
    }
    let isSure = CredentialName.isMember(name)
    guard isSure || CredentialName.mayBeMember(name) else { return }
    let values = assigned(behind: word.upperBound) ?? element(around: word) ?? paired(with: word) ?? []
    for value in values { add(value, isSure: isSure) }
  }

  private mutating func add(_ range: Range<Int>?, isSure: Bool) {
    guard let range, !range.isEmpty else { return }
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard isSure || Secret(text, name: "", source: .server).isSearchedFor else { return }
    found.append(text)
    if text.utf8.contains(UInt8(ascii: "%")) || text.utf8.contains(UInt8(ascii: "+")) {
      if let meant = FormURLEncoding.decode("a=" + text).first?.value, meant != text { found.append(meant) }
    }
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return }
    do throws(JSONError) {
      if let meant = try JSONReader.read(Array("\"\(text)\"".utf8)).stringValue { found.append(meant) }
    } catch {
      return
    }
  }
}

// MARK: Where a value is

extension CredentialText {
  /// The values behind a colon or an equals sign: one, those of a list, or the one that an object calls its value.
  private func assigned(behind name: Int) -> [Range<Int>]? {
    var index = skip(from: name, Self.isQuoting)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ":") else { return nil }
    index = skip(from: index + 1, Self.isSpace)
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "["): return list(from: index + 1)
    case UInt8(ascii: "{"): return value(ofObject: index + 1)
    default: return [value(from: index)]
    }
  }

  private func list(from start: Int) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var index = skip(from: start, Self.isSpace)
    while index < bytes.count, !"]{[".utf8.contains(bytes[index]), values.count < Self.most {
      let value = value(from: index)
      values.append(value)
      index = skip(from: value.upperBound, Self.isQuoting)
      guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { break }
      index = skip(from: index + 1, Self.isSpace)
    }
    return values
  }

  /// The members of an object that has a credential's name: the value itself, as `{"token": {"value": …}}` has it.
  private func value(ofObject start: Int) -> [Range<Int>]? {
    let name = skip(from: start, Self.isQuoting)
    let end = bytes[name...].firstIndex { !Self.isOfWord($0) } ?? bytes.count
    return CredentialName.isValue(String(decoding: bytes[name..<end], as: UTF8.self)) ? assigned(behind: end) : nil
  }

  /// What an element with this name contains.
  private func element(around name: Range<Int>) -> [Range<Int>]? {
    guard name.lowerBound > 0, bytes[name.lowerBound - 1] == UInt8(ascii: "<") || bytes[name.lowerBound - 1] == UInt8(ascii: ":"),
      name.upperBound < bytes.count, bytes[name.upperBound] == UInt8(ascii: ">")
    else { return nil }
    let start = skip(from: name.upperBound + 1, Self.isSpace)
    return [start..<(bytes[start...].firstIndex { $0 == UInt8(ascii: "<") || Self.isSpace($0) } ?? bytes.count)]
  }

  /// The value next to a name that is a value itself: `{"name": "password", "value": …}`.
  private func paired(with name: Range<Int>) -> [Range<Int>]? {
    guard let sign = last(before: name.lowerBound, Self.isQuoting), bytes[sign] == UInt8(ascii: ":") || bytes[sign] == UInt8(ascii: "="),
      let end = last(before: sign, Self.isQuoting)
    else { return nil }
    let start = bytes[...end].lastIndex { !Self.isOfWord($0) }.map { $0 + 1 } ?? 0
    guard CredentialName.isName(String(decoding: bytes[start..<(end + 1)], as: UTF8.self)) else { return nil }
    var index = skip(from: name.upperBound, Self.isQuoting)
    if index < bytes.count, bytes[index] == UInt8(ascii: ",") { index = skip(from: index + 1, Self.isQuoting) }
    return value(ofObject: index)
  }

  private func schemeValue(behind name: Int) -> Range<Int>? {
    guard name < bytes.count, bytes[name] == UInt8(ascii: " ") else { return nil }
    let value = value(from: name + 1)
    return value.count >= 16 ? value : nil
  }

  /// The lines of a private key (RFC 7468), each on its own, as outputs may break them.
  private mutating func addPrivateKey(behind word: Range<Int>) {
    guard bytes[word.upperBound...].starts(with: " KEY-----".utf8) else { return }
    var index = word.upperBound + 9
    while index < bytes.count, bytes[index] != UInt8(ascii: "-") {
      let end = bytes[index...].firstIndex { !Self.isOfKey($0) } ?? bytes.count
      if end - index >= 16 { found.append(String(decoding: bytes[index..<end], as: UTF8.self)) }
      guard end < bytes.count else { return }
      // A line ends as such, or as JSON writes its end.
      index = bytes[end] == UInt8(ascii: "-") ? end : end + (bytes[end] == UInt8(ascii: "\\") ? 2 : 1)
    }
  }

  /// A value, which a quotation mark begins or not; inside of a text of JSON the marks have backslashes before them.
  private func value(from start: Int) -> Range<Int> {
    var index = skip(from: start) { $0 == UInt8(ascii: "\\") }
    let isEscaped = index > start
    guard index < bytes.count, Self.isQuote(bytes[index]) else {
      return start..<(bytes[start...].firstIndex(where: Self.endsValue) ?? bytes.count)
    }
    let quote = bytes[index]
    index += 1
    let first = index
    while index < bytes.count, bytes[index] != quote {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      if isEscaped { break }
      index += 2
    }
    return first..<min(index, bytes.count)
  }
}

// MARK: Signs

extension CredentialText {
  private func skip(from start: Int, _ isSkipped: (UInt8) -> Bool) -> Int {
    bytes[min(start, bytes.count)...].firstIndex { !isSkipped($0) } ?? bytes.count
  }

  private func last(before index: Int, _ isSkipped: (UInt8) -> Bool) -> Int? { bytes[..<index].lastIndex { !isSkipped($0) } }

  private func isOfWord(_ index: Int) -> Bool { Self.isOfWord(bytes[index]) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private static func isQuoting(_ byte: UInt8) -> Bool { isQuote(byte) || isSpace(byte) || byte == UInt8(ascii: "\\") }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    isOfLetters(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
  }

  private static func isOfWord(_ byte: UInt8) -> Bool { isOfLetters(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }

  private static func isOfLetters(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func endsValue(_ byte: UInt8) -> Bool { isQuoting(byte) || "&;,<>(){}[]#".utf8.contains(byte) }
}
