import Encodings
import Testing

struct DigestsTests {
  // FIPS 180-4 examples
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func `SHA-256 has the published digests`(_ text: String, _ hex: String) {
    #expect(Hex.encode(Digests.sha256(text)) == hex)
  }

  // RFC 7636 appendix B
  @Test func `the PKCE challenge of RFC 7636 comes out`() {
    let challenge = Base64URL.encode(Digests.sha256("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }
}
