@testable import Encodings
import Testing

/// What one pass says that a text may hide, against what is found by looking closer.
struct HiddenTextTests {
  @Test("nothing that can be decoded is overlooked by the first pass")
  func findsEverything() {
    var random = SeededGenerator(seed: 20_261_122, labels: ["hidden"])
    var found: HiddenText = []
    for round in 0..<20_000 {
      let pieces = Self.pieces(of: round)
      let bytes = (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) }
      found.formUnion(Self.check(bytes))
    }
    #expect(found == [.escapes, .pluses, .base64, .brokenBase64, .hexadecimal, .digits])
  }

  @Test(
    "texts that are written as digits are seen",
    arguments: [
      ("73 65 63 72 65 74", HiddenText.hexadecimal), ("0x73, 0x65, 0x63, 0x72, 0x65, 0x74", .hexadecimal),
      ("0X73:0X65:0X63:0X72:0X65:0X74", .hexadecimal), ("73-65-63-72-65-74", .hexadecimal), ("fox73-65-63-72-65-74", .hexadecimal),
      ("zz736563726574zz", .digits), ("z-736563726574", .digits), ("c2VjcmV0LXdvcmQ=", .base64),
    ] as [(String, HiddenText)])
  func seesDigits(_ text: String, _ kind: HiddenText) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBufferPointer { HiddenText(in: $0) }.contains(kind))
  }

  /// Words of few letters make long runs; words of all letters make every border.
  private static func pieces(of round: Int) -> [String] {
    switch round % 4 {
    case 0: Self.digits
    case 1: ["67 ", "0x68,", "0X6a-", "6B: ", "6c", "x", "z"]
    case 2: ["b", "G", "V", "n", "S", "X", "T", "6", "+", "/", "\n", " "]
    default:
      Self.digits + ["x", "X", "g", "z", "G", "Z", "+", "-", "/", "_", "=", ":", ";", ",", ".", " ", "\n", "\r", "\"", "\\", "&", "%", "é"]
    }
  }

  private static let digits = "0123456789abcdefABCDEF".map { String($0) }

  private static func check(_ bytes: [UInt8]) -> HiddenText {
    let view = TextView(original: bytes, isTracked: false)
    let hidden = bytes.withUnsafeBufferPointer { HiddenText(in: $0) }
    var found: HiddenText = []
    if view.withoutEscapes != nil { found.insert(.escapes) }
    if view.withBlanksForPluses != nil { found.insert(.pluses) }
    if view.withoutBreaksInBase64 != nil { found.insert(.brokenBase64) }
    if view.withoutSignsInHexadecimal != nil { found.insert(.hexadecimal) }
    if !view.textsInHexadecimal.isEmpty { found.insert(.digits) }
    if !bytes.contains(0x0A), !bytes.contains(0x0D), !view.textsInBase64.isEmpty { found.insert(.base64) }
    #expect(hidden.isSuperset(of: found), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    return found
  }
}
