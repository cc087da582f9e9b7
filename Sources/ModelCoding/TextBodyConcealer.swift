/// Takes named values out of a text that is not JSON: `name=value` of forms and addresses, `name: "value"` of scripts,
/// and the `value` or `content` of a tag with the name.
struct TextBodyConcealer {
  private let bytes: [UInt8]
  private var concealed: [Range<Int>] = []

  /// As far as a tag is looked for around a name, in bytes.
  private static let maxTagLength = 4096

  static func conceal(_ bytes: [UInt8], members: Set<String>) -> [UInt8] {
    var concealer = TextBodyConcealer(bytes: bytes)
    for member in members where !member.isEmpty { concealer.find(Array(member.utf8)) }
    return concealer.output
  }

  /// The values that are replaced.
  static func texts(in bytes: [UInt8], members: Set<String>) -> [String] {
    var concealer = TextBodyConcealer(bytes: bytes)
    for member in members where !member.isEmpty { concealer.find(Array(member.utf8)) }
    return concealer.concealed.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var output: [UInt8] {
    var output: [UInt8] = []
    var copied = 0
    for range in concealed.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      guard range.upperBound > copied else { continue }
      if range.lowerBound >= copied {
        output.append(contentsOf: bytes[copied..<range.lowerBound])
        output.append(contentsOf: concealedText.utf8)
      }
      copied = range.upperBound
    }
    output.append(contentsOf: bytes[copied...])
    return output
  }

  private mutating func find(_ name: [UInt8]) {
    var index = 0
    while index + name.count <= bytes.count {
      guard bytes[index] == name[0], isName(name, at: index) else {
        index += 1
        continue
      }
      concealValue(from: index, to: index + name.count)
      index += name.count
    }
  }

  /// Whether the whole word at an index is this name.
  private func isName(_ name: [UInt8], at index: Int) -> Bool {
    guard bytes[index...].starts(with: name) else { return false }
    let end = index + name.count
    let beginsWord = index == 0 || !isPartOfWord(bytes[index - 1])
    return beginsWord && (end == bytes.count || !isPartOfWord(bytes[end]))
  }

  private mutating func concealValue(from start: Int, to end: Int) {
    if let value = assignedValue(behind: end) {
      concealed.append(value)
    } else if let tag = tag(around: start) {
      for attribute in ["value", "content"] { concealAttribute(Array(attribute.utf8), in: tag) }
    }
  }

  /// The value after a colon or equals sign; a quotation mark may close the name before.
  private func assignedValue(behind end: Int) -> Range<Int>? {
    var index = end
    if index < bytes.count, isQuote(bytes[index]) { index += 1 }
    index = skipSpace(from: index)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ":") else { return nil }
    index = skipSpace(from: index + 1)
    guard index < bytes.count else { return nil }
    return valueRange(from: index)
  }

  private func valueRange(from start: Int) -> Range<Int>? {
    let quote = bytes[start]
    let valueStart = isQuote(quote) ? start + 1 : start
    let end = bytes[valueStart...].firstIndex { isQuote(quote) ? $0 == quote : endsValue($0) } ?? bytes.count
    return valueStart < end ? valueStart..<end : nil
  }

  /// The tag that a place lies in, as far as it is there.
  private func tag(around index: Int) -> Range<Int>? {
    let before = bytes[max(0, index - Self.maxTagLength)..<index]
    guard let bracket = before.lastIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      bytes[bracket] == UInt8(ascii: "<")
    else { return nil }
    return bracket..<(bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count)
  }

  private mutating func concealAttribute(_ attribute: [UInt8], in tag: Range<Int>) {
    for index in tag where index + attribute.count < tag.upperBound && isName(attribute, at: index) {
      if let value = assignedValue(behind: index + attribute.count) { concealed.append(value.clamped(to: tag)) }
    }
  }

  private func skipSpace(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index
  }

  private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private func endsValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || isQuote(byte) || "&;,<>)}".utf8.contains(byte)
  }

  private func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
