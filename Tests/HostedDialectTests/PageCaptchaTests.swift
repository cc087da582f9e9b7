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
    ("<iframe src='https://newassets.hcaptcha.com/captcha/v1/x.html'></iframe>", "hCaptcha"),
    ("<iframe src='https://www.google.com/recaptcha/api2/anchor?k=x&size=normal'></iframe>", "reCAPTCHA"),
    ("<script src=https://x.captcha-sdk.awswaf.com/jsapi.js></script>", "AWS WAF"),
  ])
  func `a CAPTCHA is a fact of the page`(html: String, name: String) throws {
    #expect(try captcha("<form method=post><input name=a>\(html)</form>") == name)
  }

  @Test(arguments: [
    "<div class=g-recaptcha data-size=invisible data-badge=inline></div>", "<div hidden class=g-recaptcha></div>",
    "<div style='display: none'><div class=h-captcha></div></div>", "<button class=g-recaptcha data-sitekey=k>Go on</button>",
    "<noscript><div class=g-recaptcha></div></noscript>", "<div class=cf-turnstile data-appearance=interaction-only></div>",
    "<iframe src='https://www.google.com/recaptcha/api2/anchor?k=x&size=invisible'></iframe>",
    "<iframe hidden src='https://newassets.hcaptcha.com/captcha/v1/x'></iframe>",
  ])
  func `one that is not shown asks nobody`(html: String) throws {
    #expect(try captcha("<form method=post><input name=a>\(html)</form>") == nil)
  }

  @Test(arguments: [
    "<p>CAPTCHA</p>", "<p class=g-recaptcha-note></p>", "<script src=https://evil.test/arkoselabs.com></script>",
    "<script src=https://notarkoselabs.com/x.js></script>",
  ])
  func `words about one are none`(html: String) throws {
    #expect(try captcha(html) == nil)
  }
}
