import Diagnostics

/// Words of a command line that a person can copy.
enum ShellWord {
  /// The word as a POSIX shell reads it back, quoted where it has to be; control characters become visible signs.
  static func quoted(_ word: String) -> String {
    let word = HarmlessText.line(word)
    guard word.isEmpty || !word.utf8.allSatisfy(isPlain) else { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="): true
    case UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "%"): true
    default: false
    }
  }
}
