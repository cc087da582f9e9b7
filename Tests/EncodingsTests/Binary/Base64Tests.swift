import Encodings
import Testing

struct Base64Tests {
  // RFC 4648 section 10
  private static let vectors = [
    ("", "", ""), ("f", "Zg==", "MY"), ("fo", "Zm8=", "MZXQ"), ("foo", "Zm9v", "MZXW6"), ("foob", "Zm9vYg==", "MZXW6YQ"),
    ("fooba", "Zm9vYmE=", "MZXW6YTB"), ("foobar", "Zm9vYmFy", "MZXW6YTBOI"),
  ]

  @Test(arguments: vectors)
  func `the vectors of RFC 4648 hold both ways`(_ text: String, _ base64: String, _ base32: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.encode(bytes) == base64)
    #expect(Base64.decode(base64) == bytes)
    #expect(Base32.encode(bytes) == base32)
    #expect(Base32.decode(base32) == bytes)
    let unpadded = base64.filter { $0 != "=" }
    #expect(Base64URL.encode(bytes) == unpadded)
    #expect(Base64URL.decode(unpadded) == bytes)
  }

  @Test func `the last two digits are the alphabets' own`() {
    #expect(Base64.encode([0xFB, 0xFF, 0xBF]) == "+/+/")
    #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
    #expect(Base64URL.decode("+/+/") == nil)
    #expect(Base64.decode("-_-_") == nil)
  }

  @Test(arguments: ["Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zh==", "Zm9=", "Zm 9", "Zm9v\n", "Zg==Zg==", "é==="])
  func `base 64 is strict`(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test(arguments: ["Zg==", "Z", "Zh", "Zm9", "Zm9vY", "Zm 9", "é"])
  func `base 64 for URLs is strict`(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test(arguments: ["JBSWY3DPEHPK3PXP", "jbsw y3dp ehpk 3pxp", "JBSW-Y3DP-EHPK-3PXP", "JBSWY3DPEHPK3PXP===="])
  func `base 32 is read as people copy it`(_ text: String) {
    #expect(Base32.decode(text).map { Hex.encode($0) } == "48656c6c6f21deadbeef")
  }

  @Test func `base 32 of any number of digits is a secret, other characters are not`() {
    #expect(Base32.decode("MZZ") == [0x66])
    #expect(Base32.decode("MY1") == nil)
    #expect(Base32.decode("M=Y") == nil)
  }
}
