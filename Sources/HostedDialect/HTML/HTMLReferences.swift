internal import Encodings

/// The character references of newer HTML, which libxml2's parser does not know: `&commat;`, `&period;`, `&colon;`.
enum HTMLReferences {
  /// The same page, with each of them as a number, which every parser reads.
  ///
  /// In a script, where HTML has no references, one becomes another text that means as little.
  static func numbered(_ utf8: [UInt8]) -> [UInt8] {
    guard utf8.contains(UInt8(ascii: "&")) else { return utf8 }
    var page: [UInt8] = []
    page.reserveCapacity(utf8.count)
    var rest = utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      page += rest[..<start]
      rest = rest[(start + 1)...]
      let name = rest.prefix(CharacterReference.maxNameLength + 1).prefix { $0.isLetterOrDigit }
      guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";"),
        let scalar = CharacterReference.scalar(named: String(decoding: name, as: UTF8.self))
      else {
        page.append(UInt8(ascii: "&"))
        continue
      }
      page += Array("&#\(scalar.value);".utf8)
      rest = rest[(name.endIndex + 1)...]
    }
    return page + rest
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
