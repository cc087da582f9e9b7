import Encodings

/// A script without its comments, and how deep each place of it is in braces and brackets.
struct ScriptText {
  /// Comments are blanks, so that places stay what they were.
  let bytes: [UInt8]
  private let depths: [Int32]

  init(_ script: [UInt8]) {
    var bytes = script
    var depths = [Int32](repeating: 0, count: script.count)
    var depth: Int32 = 0
    var index = 0
    while index < bytes.count {
      let end = Self.comment(at: index, in: bytes)
      if end > index {
        for place in index..<end { bytes[place] = bytes[place] == UInt8(ascii: "\n") ? bytes[place] : UInt8(ascii: " ") }
      }
      let next = max(end, Self.quotation(at: index, in: bytes), index + 1)
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      for place in index..<next { depths[place] = depth }
      index = next
    }
    self.bytes = bytes
    self.depths = depths
  }

  /// Whether a statement begins with this name, or with a window's before it: outside of everything, and behind no condition.
  func isStatement(at place: Int) -> Bool {
    guard bytes.indices.contains(place), depths[place] == 0 else { return false }
    var end = place
    while let dot = lastInk(before: end), bytes[dot] == UInt8(ascii: ".") {
      let name = self.name(before: dot)
      guard ["window", "self", "top", "document", "globalThis"].contains(String(decoding: bytes[name], as: UTF8.self)) else { return false }
      end = name.lowerBound
    }
    guard let before = lastInk(before: end) else { return true }
    return bytes[before] == UInt8(ascii: ";") || bytes[before] == UInt8(ascii: "}")
  }

  private func lastInk(before place: Int) -> Int? { bytes[..<place].lastIndex { $0 > 0x20 } }

  /// The name that ends before a place, blanks between them.
  private func name(before place: Int) -> Range<Int> {
    guard let last = lastInk(before: place) else { return 0..<0 }
    var start = last + 1
    while start > 0, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[start - 1] | 0x20 { start -= 1 }
    return start..<(last + 1)
  }

  /// Where the comment ends that begins here; the place itself if none does.
  private static func comment(at place: Int, in bytes: [UInt8]) -> Int {
    guard bytes[place] == UInt8(ascii: "/"), place + 1 < bytes.count else { return place }
    switch bytes[place + 1] {
    case UInt8(ascii: "/"): return bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "*"):
      var end = place + 2
      while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") { end += 1 }
      return min(end + 2, bytes.count)
    default: return place
    }
  }

  /// Where the quoted text ends that begins here; the place itself if none does.
  private static func quotation(at place: Int, in bytes: [UInt8]) -> Int {
    let quote = bytes[place]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`") else { return place }
    var end = place + 1
    while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(end + 1, bytes.count)
  }
}
