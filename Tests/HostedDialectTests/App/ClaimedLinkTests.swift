import Encodings
import Testing

@testable import HostedDialect

struct ClaimedLinkTests {
  @Test(
    arguments: [
      ("https://a.test/welcome/*", "https://a.test/welcome/il_abc", "il_abc"),
      ("https://a.test/welcome/*", "https://a.test/welcome/a%2Fb?utm=x", "a/b"),
      ("https://a.test/welcome/il_*", "https://a.test/welcome/il_abc", "abc"),
      ("https://a.test/*/welcome/*", "https://a.test/en/welcome/abc", "abc"),
      ("https://a.test/go?token=*", "https://a.test/go?token=abc", "abc"),
      ("https://a.test/welcome/*", "https://b.test/welcome/abc", nil),
      ("https://a.test/welcome/*", "http://a.test/welcome/abc", nil),
      ("https://a.test/welcome/*", "https://a.test/welcome", nil),
      ("https://a.test/welcome/*/end", "https://a.test/welcome/abc", nil),
      ("https://a.test/welcome/*", "https://a.test/x?/welcome/abc", nil),
    ] as [(String, String, String?)])
  func `what stands for the last star is the token`(_ pattern: String, _ link: String, token: String?) throws {
    let claim = ClaimedLink(pattern)
    #expect(claim.token(in: try WebURL(link)) == token)
    #expect(claim.fits(try WebURL(link)) == (token != nil))
  }

  @Test(
    arguments: [
      ("https://a.test/welcome/*", "activation_token"), ("https://a.test/reset-password/*", "reset_password_token"),
      ("https://a.test/set-password/*", "set_password_token"), ("https://a.test/open", nil),
    ] as [(String, String?)])
  func `a known path says which parameter takes the token`(_ pattern: String, parameter: String?) {
    #expect(ClaimedLink(pattern).parameter == parameter)
  }
}
