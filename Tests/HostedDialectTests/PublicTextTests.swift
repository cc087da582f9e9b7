import Encodings
import JourneyModel
import JourneyTestSupport
import Testing

@testable import HostedDialect

/// What of a page is shown: the words of everybody, and no token of one journey.
struct PublicTextTests {
  @Test(arguments: [
    "", "1", "true", "login", "createAccount", "createaccount", "resetPassword2", "Special:PasswordReset", "Special%3APasswordReset",
    "Main Page", "/accounts/login/", "/index.php/Special:UserLogin", "https://a.test/?x=1&y=2", "http://127.0.0.1:8000/accounts/login/",
    "openid profile email", "com.example.app:/callback", "en-GB", "Forgot your password?", "application/x-www-form-urlencoded",
  ])
  func `words, paths, titles and actions are public`(_ text: String) {
    for name in ["title", "authAction", "next", "returnto"] { #expect(PublicText.isPublic(text, named: name), "\(name)") }
  }

  @Test(arguments: [
    "Hidden0Field1Value2Ab", "7F3A9C0D1E2B4A5F6C7D8E9F0A1B2C3D", "550e8400-e29b-41d4-a716-446655440000", "123456", "000000",
    "il_Zx81kPq77Lm20", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "/welcome/Zx81kPq77Lm20Tv44", "a b c Zx81kPq7", "%5A%78%38%31kPq77Lm20",
    "XwKzpQrTy", "tok|en9x8c7v6b",
  ])
  func `tokens are not, wherever in a text`(_ text: String) { #expect(!PublicText.isPublic(text, named: "title")) }

  @Test(arguments: ["_csrf", "wpEditToken", "nonce", "state", "code", "session_id", "access-key", "SAMLSignature", "otp", "password"])
  func `under the name of a token nothing is public`(_ name: String) {
    #expect(!PublicText.isPublic("login", named: name))
    #expect(PublicText.isPublic("", named: name))
  }

  private static let alphabets: [(name: String, signs: String, length: Int)] = [
    ("hexadecimal", "0123456789abcdef", 16), ("HEXADECIMAL", "0123456789ABCDEF", 16), ("digits", "0123456789", 6),
    ("base 32", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 26), ("base 36", "0123456789abcdefghijklmnopqrstuvwxyz", 20),
    ("base 64", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 22),
    ("base 64 for addresses", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 22),
    ("letters", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 22),
  ]

  /// A token of each alphabet, some thousand times, alone and in the texts in which pages have them.
  @Test(arguments: Self.alphabets.indices)
  func `nothing with the entropy of a token is public`(_ place: Int) {
    let alphabet = Self.alphabets[place]
    let signs = Array(alphabet.signs)
    var generator = SeededGenerator(seed: UInt64(place) + 26)
    for _ in 0..<2_000 {
      let token = String((0..<alphabet.length).map { _ in signs[Int.random(in: signs.indices, using: &generator)] })
      for text in [token, "/welcome/\(token)", "Special:\(token)", "https://a.test/?next=\(token)&x=1"] {
        #expect(!PublicText.isPublic(text, named: "title"), "\(alphabet.name): \(text)")
      }
    }
  }

  @Test func `a page shows its public hidden values, and its id and rule are its own`() throws {
    let page = try HTMLPage(
      Array(
        """
        <title>Reset password - Wiki</title><h1>Reset password</h1><form method="post" action="/index.php/Special:PasswordReset">
        <input type="hidden" name="title" value="Special:PasswordReset"><input type="hidden" name="authAction" value="login">
        <input type="hidden" name="wpEditToken" value="Edit0Token1Value2Abc"><input name="wpUsername"><button>Reset</button></form>
        """.utf8), url: WebURL("https://wiki.test/index.php/Special:PasswordReset"))
    #expect(page.secrets == ["Edit0Token1Value2Abc"])
    let form = try #require(PageReader().read(page).screen.forms.first)
    let entries = form.widgets.compactMap { widget -> (String, Bool)? in
      if case .entry(let entry) = widget.kind { (widget.id.text, entry.isSecret) } else { nil }
    }
    #expect(entries.filter { !$0.1 }.map(\.0) == ["title", "authAction", "wpUsername"])
  }

  @Test(arguments: try PageFixture.all.get())
  func `the rule that is proposed for a page names it, and has no secret of it`(_ fixture: PageFixture) throws {
    let page = try fixture.page
    let rule = PageRules.proposed(for: page)
    #expect(PageRules(screens: [rule]).id(of: page, PageArrival()).text == rule.id)
    for secret in page.secrets where secret.utf8.count >= 6 {
      for text in [rule.id, rule.path?.description, rule.title, rule.h1].compactMap(\.self) { #expect(!text.contains(secret), "\(text)") }
    }
  }
}
