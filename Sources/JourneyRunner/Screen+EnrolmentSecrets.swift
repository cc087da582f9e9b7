internal import JourneyModel

extension Screen {
  /// Keys of authenticator apps that the screen shows: texts of Base32 and `otpauth:` addresses, wherever it shows them to be copied.
  ///
  /// Servers send them as plain texts; anyone who has one can make every later passcode.
  var enrolmentSecrets: [Secret] {
    var texts: [String] = []
    for form in forms {
      for widget in form.widgets {
        texts += widget.kind.shown?.texts ?? []
      }
    }
    for fact in facts { texts += fact.value.texts }
    if !pageText.isEmpty { texts.append(pageText) }
    return texts.flatMap(Self.keys).map { Secret($0, name: "key of an authenticator app", source: .walk) }
  }

  private static let shortestKey = 16

  private static func keys(in text: String) -> [String] {
    guard text.utf8.count >= shortestKey, mayHoldKey(text) else { return [] }
    if let address = text.firstRange(of: "otpauth:") { return [String(text[address.lowerBound...])] + words(of: text) }
    return words(of: text)
  }

  /// Whether there is a word of Base32, or what may begin an address: most texts are done with one look.
  private static func mayHoldKey(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
        let length = end - start
        if length == "otpauth".utf8.count, end < bytes.count, bytes[end] == UInt8(ascii: ":") { return true }
        if length == 4 || length >= shortestKey, isKey(bytes[start..<end]) { return true }
        start = end + 1
      }
      return false
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Words of Base32; pages write them in groups of four as well.
  private static func words(of text: String) -> [String] {
    var keys: [String] = []
    var groups: [Substring] = []
    for word in text.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber)) }) {
      if word.utf8.count >= shortestKey, isKey(word.utf8) { keys.append(String(word)) }
      if word.utf8.count == 4, isKey(word.utf8) { groups.append(word) } else { groups = [] }
      if groups.count >= shortestKey / 4 {
        keys.append(groups.joined())
        keys.append(groups.joined(separator: " "))
      }
    }
    return keys
  }

  private static func isKey(_ word: some Sequence<UInt8>) -> Bool {
    word.allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
      || word.allSatisfy { (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) } && word.contains { $0 < 0x3A }
  }
}

extension Value {
  /// Every text in it.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    case .map(let members): members.flatMap(\.value.texts)
    case .null, .bool, .number, .secret: []
    }
  }
}
