import Encodings
import Testing

struct HexTests {
  @Test func `bytes go to lower-case digits and back`() {
    #expect(Hex.encode([0x00, 0x0F, 0xA9, 0xFF]) == "000fa9ff")
    #expect(Hex.decode("000FA9ff") == [0x00, 0x0F, 0xA9, 0xFF])
    #expect(Hex.decode("") == [])
  }

  @Test(arguments: ["a", "0g", "0x", " 00", "0é"])
  func `what is no pair of digits is refused`(_ text: String) {
    #expect(Hex.decode(text) == nil)
  }
}
