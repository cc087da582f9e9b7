package import LocatedYAML

/// An error in a condition, at bytes of its text.
package struct GuardFault: Error {
  package var message: String
  package var bytes: Range<Int>
  package var suggestion: String?

  package init(_ message: String, _ bytes: Range<Int>, suggestion: String? = nil) {
    self.message = message
    self.bytes = bytes
    self.suggestion = suggestion
  }
}

/// A word, sign or quoted text of a condition.
package struct GuardToken {
  package enum Kind: Equatable {
    /// A name or a plain word: `account.status`, `locked`, `and`.
    case word
    case quoted
    /// `(`, `)`, `[`, `]`, `,`, `==`, `!=`.
    case sign
    case end
  }

  package var kind: Kind
  package var text: String
  package var bytes: Range<Int>
}

/// Splits a condition into tokens.
package struct GuardLexer {
  private let bytes: [UInt8]
  private var index = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// All tokens, followed by an end.
  package mutating func tokens() throws(GuardFault) -> [GuardToken] {
    var tokens: [GuardToken] = []
    while true {
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      guard index < bytes.count else {
        tokens.append(GuardToken(kind: .end, text: "", bytes: index..<index))
        return tokens
      }
      tokens.append(try next())
    }
  }

  private mutating func next() throws(GuardFault) -> GuardToken {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): return sign(1)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return try quoted()
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "=") else {
        let isEqual = bytes[index] == UInt8(ascii: "=")
        throw GuardFault(
          "'\(isEqual ? "=" : "!")' is not a comparison", start..<start + 1, suggestion: isEqual ? "write '=='" : "write 'not'")
      }
      return sign(2)
    default:
      while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
      guard index > start else {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        while end < bytes.count, bytes[start] == bytes[end], "&|".utf8.contains(bytes[end]) { end += 1 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        throw GuardFault("unexpected '\(text)'", start..<end, suggestion: GuardKeyword.suggestion(for: text))
      }
      return token(.word, start)
    }
  }

  private mutating func sign(_ length: Int) -> GuardToken {
    let start = index
    index += length
    return token(.sign, start)
  }

  private mutating func quoted() throws(GuardFault) -> GuardToken {
    let start = index
    guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
      throw GuardFault("a quotation mark is not closed", start..<start + 1)
    }
    index = end + 1
    return GuardToken(kind: .quoted, text: String(decoding: bytes[(start + 1)..<end], as: UTF8.self), bytes: start..<index)
  }

  private func token(_ kind: GuardToken.Kind, _ start: Int) -> GuardToken {
    GuardToken(kind: kind, text: String(decoding: bytes[start..<index], as: UTF8.self), bytes: start..<index)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
    default: false
    }
  }
}

extension YAMLScalar {
  /// Whether a condition or value names this, as a whole word: `account.ris` is not in `account.risk == low`.
  package func names(_ name: String) -> Bool {
    do throws(GuardFault) {
      var lexer = GuardLexer(text)
      return try lexer.tokens().contains { $0.kind == .word && $0.text == name }
    } catch {
      return false
    }
  }
}
