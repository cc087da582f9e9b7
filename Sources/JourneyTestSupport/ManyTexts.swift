/// Texts that are looked for in one pass, since outputs are large and the texts are many. Those under six bytes are parts of digests and times by
/// chance, and are left out.
package struct ManyTexts {
  private static let window = 6
  private var texts: [UInt64: [(name: String, bytes: [UInt8])]] = [:]

  package init(_ named: [(name: String, text: String)]) {
    for (name, text) in named where text.utf8.count >= Self.window {
      let key = text.utf8.prefix(Self.window).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      texts[key, default: []].append((name, Array(text.utf8)))
    }
  }

  /// Where each of the texts occurs first in the bytes, by name.
  ///
  /// - Parameter counts: whether an occurrence is one, given its bytes.
  package func places(in bytes: [UInt8], where counts: (Range<Int>) -> Bool = { _ in true }) -> [String: Int] {
    var places: [String: Int] = [:]
    var key: UInt64 = 0
    var end = 0
    while end < bytes.count {
      key = (key << 8 | UInt64(bytes[end])) & 0xFFFF_FFFF_FFFF
      end += 1
      guard end >= Self.window, let candidates = texts[key] else { continue }
      let start = end - Self.window
      for text in candidates where places[text.name] == nil && bytes[start...].starts(with: text.bytes) {
        if counts(start..<(start + text.bytes.count)) { places[text.name] = start }
      }
    }
    return places
  }
}
