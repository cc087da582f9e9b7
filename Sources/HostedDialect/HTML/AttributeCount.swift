/// Counts the attributes of each element of a page before it is parsed, because a parser's work grows with their square.
///
/// It reads at least as much as a tag as the parser does: a sign of comparison in a script begins one, too, unless the script's
/// element is skipped as the parser skips it.
enum AttributeCount {
  /// Whether an element may have more attributes than this.
  static func exceeds(_ limit: Int, in bytes: [UInt8]) -> Bool {
    // So short a page holds no such element.
    guard bytes.count > limit * 2 else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var scan = TagScan(bytes: bytes)
      while scan.findTag() { if scan.readAttributes() > limit { return true } }
      return false
    }
  }
}

private struct TagScan {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Goes behind the name of the next tag; comments are skipped.
  mutating func findTag() -> Bool {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else { index += 1; continue }
      index += 1
      if matches("!--") { skipComment(); continue }
      let start = index
      while index < bytes.count, isLetter(bytes[index]) { index += 1 }
      if index > start {
        rawElement = ["script", "style"].first { isName($0, start..<index) }
        return true
      }
    }
    return false
  }

  /// The element whose content is not markup and follows the current tag.
  private var rawElement: String?

  /// Reads to the end of the tag and counts what begins after white space, a slash or a quoted value.
  mutating func readAttributes() -> Int {
    var count = 0
    var mayBegin = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: ">") { break }
      if byte == UInt8(ascii: "=") {
        mayBegin = skipValue()
      } else if byte.isHTMLSpace || byte == UInt8(ascii: "/") {
        mayBegin = true
      } else if mayBegin {
        count += 1
        mayBegin = false
      }
    }
    if let rawElement { skip(to: rawElement) }
    return count
  }

  /// Skips a quoted value; `false` if none follows.
  private mutating func skipValue() -> Bool {
    var place = index
    while place < bytes.count, bytes[place].isHTMLSpace { place += 1 }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else { return false }
    var end = place + 1
    while end < bytes.count, bytes[end] != bytes[place] { end += 1 }
    index = min(end + 1, bytes.count)
    return true
  }

  private mutating func skipComment() {
    while index < bytes.count, !matches("-->"), !matches("--!>") { index += 1 }
  }

  private mutating func skip(to name: String) {
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/"),
        isName(name, index + 2..<min(index + 2 + name.utf8.count, bytes.count))
      {
        return
      }
      index += 1
    }
  }

  private func matches(_ text: StaticString) -> Bool {
    index + text.utf8CodeUnitCount <= bytes.count
      && text.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + text.utf8CodeUnitCount]) }
  }

  private func isName(_ name: String, _ range: Range<Int>) -> Bool {
    range.count == name.utf8.count && zip(name.utf8, range).allSatisfy { $0 == bytes[$1] | 0x20 }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
