import Encodings
import Testing

struct QRCodeTests {
  @Test func `a code has the patterns that readers look for, and grows with what it holds`() throws {
    let small = try #require(QRCode(Array("HELLO".utf8)))
    #expect(small.size == 21)
    let corners = [(3, 3), (small.size - 4, 3), (3, small.size - 4)]
    for (x, y) in corners { #expect(small.isDark(x, y) && !small.isDark(x - 2, y) && small.isDark(x - 3, y)) }
    for place in 8..<13 { #expect(small.isDark(place, 6) == (place % 2 == 0)) }
    #expect(QRCode(Array(repeating: 0x61, count: 271))?.size == 57)
    #expect(QRCode(Array(repeating: 0x61, count: 272)) == nil)
  }

  /// Made with another program of the same version, level and mask.
  @Test func `a code is the same that another program makes`() throws {
    let code = try #require(QRCode(Array("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP".utf8)))
    let rows = (0..<code.size).map { y in (0..<code.size).map { code.isDark($0, y) ? "1" : "0" }.joined() }
    #expect(rows.joined(separator: "\n") == Self.expected)
  }

  @Test func `its picture is a PNG`() throws {
    let picture = try #require(QRCode(Array("HELLO".utf8))).png
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(picture.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  private static let expected = """
    11111110010010011001001111111
    10000010001110011111101000001
    10111010111010011010001011101
    10111010011101100001001011101
    10111010001000000101001011101
    10000010010001010111001000001
    11111110101010101010101111111
    00000000111011010110000000000
    11101111101100000000011000100
    01011001101100111000101001011
    11110011010000101110011101111
    10011001100101010100010010010
    00110011000010011000111001001
    00101001100111111100101000001
    01110011011110100110001011111
    11101101000011011101110000010
    00101011011100101000101101011
    01101100010100011110111000001
    10101010000001001110010100111
    01011101111100010110001010001
    10100111101010000000111110010
    00000000111111011110100011111
    11111110111110101101101010111
    10000010101011111110100011010
    10111010101100101000111111000
    10111010000100111010100111111
    10111010101001000011000010001
    10000010110100000110110011010
    11111110111010000110111100011
    """
}
