/// Line breaks of texts as fields hold and forms send them (HTML sections 4.10.11 and 4.10.22).
enum LineBreaks {
  /// Every line break as a line feed.
  static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var output: [UInt8] = []
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x0D { output.append(0x0A) } else if byte != 0x0A || previous != 0x0D { output.append(byte) }
      previous = byte
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Every line break as carriage return and line feed, as forms send them.
  static func withCRLF(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: withLineFeeds(text).utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, as: UTF8.self)
  }
}
