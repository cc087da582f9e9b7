import Encodings
import Testing

@testable import HostedDialect

struct PageSecretsTests {
  @Test func `hidden values and tokens are found wherever they stand`() throws {
    let page = try PageFixture(name: "secrets-everywhere").page
    #expect(
      Set(page.secrets) == [
        "Hidden0Field1Value2Ab", "Prefilled-horse-11", "Zx81kPq77Lm20Tv44Bn9", "Meta0Token1Value2Abcd", "Data0Attribute1Token2",
        "Script0Token1Value2Ab", "Second0Script1Token2", "il_Zx81kPq77Lm20Tv44", "Link0Ticket1Value2Abc",
        "7F3A9C0D1E2B4A5F6C7D8E9F0A1B2C3D",
      ])
  }

  @Test(
    arguments: [
      ("var csrf='a b'", ["a b"]), ("x[\"csrf-token\"] = `t`", ["t"]), ("{csrfToken : \"t\"}", ["t"]), ("csrf", []), ("csrf = t", []),
      ("csrf: '", []), ("// token 'a'", []), ("headers.set('X-XSRF-TOKEN', 't')", ["t"]), ("tok = 't'", []),
    ])
  func `a script's token is a literal that a name of a token gets`(script: String, tokens: [String]) {
    #expect(ScriptTokens.found(in: script) == tokens)
  }

  @Test func `an address tells its tokens and no words`() throws {
    #expect(
      try WebURL(
        "https://a.test/in;jsessionid=7F3A9C/welcome/il_abcdefgh?prompt=login&client_id=0oab8eb55Kb9jdMIr5d6&t=Ab12Cd34Ef56Gh78Ij90"
      ).tokens
        == ["7F3A9C", "il_abcdefgh", "Ab12Cd34Ef56Gh78Ij90"])
    #expect(try WebURL("https://a.test/sign-in/now?page=2").tokens == [])
  }
}
