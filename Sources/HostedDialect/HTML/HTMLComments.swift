/// The comments of a page, which people do not see and any program reads (HTML section 13.1.6).
enum HTMLComments {
  /// In order, also those in scripts and styles; one that is not closed goes to the end.
  static func texts(in page: String) -> [String] {
    var found: [String] = []
    var rest = Array(page.utf8)[...]
    while let start = place(of: opening, in: rest) {
      let text = rest[(start + opening.count)...]
      let end = place(of: closing, in: text) ?? text.endIndex
      found.append(String(decoding: text[..<end], as: UTF8.self))
      rest = text[end...].dropFirst(closing.count)
    }
    return found
  }

  private static let opening = Array("<!--".utf8)
  private static let closing = Array("-->".utf8)

  private static func place(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= wanted.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - wanted.count)).first { place in
      bytes[place] == wanted[0] && bytes[place..<place + wanted.count].elementsEqual(wanted)
    }
  }
}
