/// Why a text is not JSON, and where.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was found that RFC 8259 does not allow.
  package enum Reason: Sendable, Hashable {
    /// The text ends within a value.
    case unexpectedEnd
    /// This byte is not allowed here.
    case unexpectedByte(UInt8)
    /// A number such as `01`, `1.` or `+1`.
    case invalidNumber
    /// A backslash before something else than `"\/bfnrtu`, or `\u` without four hexadecimal digits.
    case invalidEscape
    /// Half of a UTF-16 pair, escaped alone: no text can hold it.
    case loneSurrogate
    /// A control character within a string that should have been escaped.
    case controlCharacter(UInt8)
    /// Bytes within a string that are not UTF-8; after an escape the offset is a little too small.
    case invalidUTF8
    /// More nested arrays and objects than the reader's limit.
    case tooDeep(limit: Int)
    /// More of a kind, e.g. `values`, than the reader's limit.
    case tooMany(String, limit: Int)
    /// An object has two members of this path, so that two readers may read two different things.
    case repeatedMember(String)
    /// Something follows the value.
    case trailingContent
  }

  /// Where, in bytes from the beginning, from 0.
  package var offset: Int
  /// What was found there.
  package var reason: Reason

  package init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  package var description: String {
    isAmbiguous ? reason.text : "\(reason.text) at byte \(offset)"
  }
}

extension JSONError {
  /// Whether the text may well be JSON, but holds more than is read.
  package var isTooLarge: Bool {
    guard case .tooMany = reason else { return false }
    return true
  }

  /// Whether the text is JSON that two readers may read as two different things.
  package var isAmbiguous: Bool {
    guard case .repeatedMember = reason else { return false }
    return true
  }

  /// What the text is, and why, as a sentence's end: `not JSON: …`, `ambiguous JSON: …`.
  package var finding: String { "\(isAmbiguous ? "ambiguous" : "not") JSON: \(self)" }
}

extension JSONError.Reason {
  /// The reason as a diagnostic says it: lower case, no place, no bytes that a terminal would obey.
  package var text: String {
    switch self {
    case .unexpectedEnd: "the JSON text ends too early"
    case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
    case .invalidNumber: "invalid number"
    case .invalidEscape: "invalid escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .controlCharacter(let byte): "unescaped control character \(Self.name(of: byte)) in a string"
    case .invalidUTF8: "bytes that are not UTF-8 in a string"
    case .tooDeep(let limit): "more than \(limit) levels of nesting"
    case .tooMany(let kind, let limit): "more than \(limit) \(kind)"
    case .repeatedMember(let path): "the member '\(path)' occurs twice"
    case .trailingContent: "something follows the JSON value"
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
    default: "byte 0x\(Hex.encode([byte]))"
    }
  }
}
