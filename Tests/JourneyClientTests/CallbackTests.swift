import Encodings
import JourneyClient
import JourneyModel
import Testing

struct CallbackTests {
  @Test(arguments: [
    ("https://app.test/cb?code=c&state=s", nil),
    ("https://app.test:443/cb?state=s&code=c&iss=x", nil),
    ("https://app.test/cb#code=c&state=s", nil),
    ("https://app.test/cb/?code=c&state=s", "redirect_uri"),
    ("https://app.test.evil.test/cb?code=c&state=s", "redirect_uri"),
    ("http://app.test/cb?code=c&state=s", "redirect_uri"),
    ("https://app.test:444/cb?code=c&state=s", "redirect_uri"),
    ("https://x@app.test/cb?code=c&state=s", "redirect_uri"),
    ("https://app.test/cb?error=access_denied&state=s", "error"),
    ("https://app.test/cb?code=c", "state"),
    ("https://app.test/cb?code=c&state=t", "state"),
    ("https://app.test/cb?code=c&state=s&state=s", "state"),
    ("https://app.test/cb?state=s", "code"),
    ("https://app.test/cb?code=&state=s", "code"),
    ("https://app.test/cb?code=c&code=d&state=s", "code"),
  ])
  func `the first thing that does not hold ends the checks`(url: String, name: String?) throws {
    let callback = Callback(try WebURL(url))
    let checks = callback.checks(redirectURI: try WebURL("https://app.test/cb"), state: Secret("s", name: "state"))
    #expect(checks.first { $0.problem != nil }?.name == name)
    if name != nil { #expect(checks.last?.problem != nil) } else { #expect(checks.count == 4) }
  }

  @Test func `an app's own scheme is a redirect URI too`() throws {
    let callback = Callback(try WebURL("com.acme.app://callback/done?code=c&state=s"))
    #expect(callback.isAddressed(to: try WebURL("com.acme.app://callback/done")))
    #expect(!callback.isAddressed(to: try WebURL("com.acme.app://callback")))
  }

  @Test func `what is shown leaves out what differs from walk to walk`() throws {
    #expect(Callback(try WebURL("https://app.test/cb?code=c&page=2&state=s")).shown().description == "https://app.test/cb?page=2")
  }
}
