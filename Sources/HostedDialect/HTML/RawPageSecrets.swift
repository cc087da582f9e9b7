/// The hidden values of a page that could not be read: whatever is shown of it, they are not.
///
/// It looks for `input` elements alone, in a page's bytes, and takes each `value` of one that is hidden or for a password.
enum RawPageSecrets {
  private static let byteLimit = 4 * 1_024 * 1_024
  private static let most = 1_000
  private static let longestElement = 8_192

  static func found(in body: [UInt8]) -> [String] {
    let text = String(decoding: body.prefix(byteLimit), as: UTF8.self).utf8
    var found: [String] = []
    var rest = text[...]
    while found.count < most, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[text.index(after: start)...]
      guard begins(rest, with: "input") else { continue }
      let element = rest.prefix(longestElement).prefix { $0 != UInt8(ascii: ">") }
      let words = String(decoding: element, as: UTF8.self).lowercased()
      if words.contains("hidden") || words.contains("password"), let value = value(in: element) { found.append(value) }
      rest = rest.dropFirst(element.count)
    }
    return found
  }

  private static func begins(_ text: Substring.UTF8View, with name: StaticString) -> Bool {
    name.withUTF8Buffer { name in text.prefix(name.count).elementsEqual(name) { $0 | 0x20 == $1 } }
  }

  private static func value(in element: Substring.UTF8View) -> String? {
    var rest = element
    while !rest.isEmpty {
      guard begins(rest, with: "value") else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(5).drop(while: \.isHTMLSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: \.isHTMLSpace)
      guard let quote = rest.first else { return nil }
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let value = isQuoted ? rest.dropFirst().prefix { $0 != quote } : rest.prefix { !$0.isHTMLSpace }
      return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }
    return nil
  }
}
