/// How a leak may have written a secret: spelled here again, so that no error of ours hides itself.
enum SecretSpelling {
  /// What a leak would contain, for every encoding and context.
  static func traces(of text: String) -> Set<String> {
    let bytes = Array(text.utf8)
    var traces = plain(text)
    for shift in 0..<3 {
      let inner = base64(bytes.dropFirst((3 - shift) % 3))
      traces.insert(inner)
      traces.insert(urlSafe(inner))
    }
    return traces
  }

  /// The secret as a careless server would write it: Base64 with something before and after it.
  static func written(_ text: String) -> Set<String> {
    var written = plain(text)
    for shift in 0..<3 {
      let whole = Array("u:p".utf8.prefix(shift)) + Array(text.utf8)
      let encoded = base64((whole + Array("end".utf8).prefix((3 - whole.count % 3) % 3))[...])
      written.insert(encoded)
      written.insert(urlSafe(encoded))
    }
    return written
  }

  private static func plain(_ text: String) -> Set<String> {
    let hex = text.utf8.map { digits($0, 16) }.joined()
    return [text, percent(text, space: "%20"), percent(text, space: "+"), hex, hex.uppercased(), json(text)]
  }

  private static func urlSafe(_ text: String) -> String { text.replacing("+", with: "-").replacing("/", with: "_") }

  private static func digits(_ byte: UInt8, _ radix: Int) -> String {
    let text = String(byte, radix: radix)
    return text.count < 2 ? "0" + text : text
  }

  private static func percent(_ text: String, space: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        String(Unicode.Scalar(byte))
      case UInt8(ascii: " "): space
      default: "%" + digits(byte, 16).uppercased()
      }
    }.joined()
  }

  private static func json(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// The whole groups of three bytes, as Base64 writes them.
  private static func base64(_ bytes: ArraySlice<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    var index = bytes.startIndex
    while index + 2 < bytes.endIndex {
      let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      for place in [18, 12, 6, 0] { text.append(alphabet[Int(group >> UInt32(place) & 63)]) }
      index += 3
    }
    return text
  }
}
