import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

/// Which CAPTCHA a page has, by the marks that their makers document.
struct PageCaptchaTests {
  private func captcha(_ html: String) throws -> String? {
    let screen = PageReader().read(try HTMLPage(Array(html.utf8), url: WebURL("https://a.test/in"))).screen
    return screen.facts.first { $0.name == "captcha" }?.value.text
  }

  @Test(arguments: [
    ("<div class='g-recaptcha' data-sitekey=k></div>", "reCAPTCHA"), ("<div class='box h-captcha'></div>", "hCaptcha"),
    ("<div class=cf-turnstile></div>", "Turnstile"), ("<div class=frc-captcha></div>", "Friendly Captcha"),
    ("<altcha-widget></altcha-widget>", "ALTCHA"), ("<script src=https://client-api.arkoselabs.com/v2/k/api.js></script>", "Arkose Labs"),
    ("<script src=https://x.captcha-sdk.awswaf.com/jsapi.js></script>", "AWS WAF"),
  ])
  func `a CAPTCHA is a fact of the page`(html: String, name: String) throws {
    #expect(try captcha("<form method=post><input name=a>\(html)</form>") == name)
  }

  @Test(arguments: [
    "<p>CAPTCHA</p>", "<p class=g-recaptcha-note></p>", "<script src=https://evil.test/arkoselabs.com></script>",
    "<script src=https://notarkoselabs.com/x.js></script>",
  ])
  func `words about one are none`(html: String) throws {
    #expect(try captcha(html) == nil)
  }
}
