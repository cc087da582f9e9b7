import Encodings
import JourneyModel
import JourneyClient
import Testing

struct AllowedOriginsTests {
  @Test(arguments: [
    ("https://acme.test/x", nil), ("https://acme.test:443/", nil), ("https://ACME.test/", nil),
    ("http://acme.test/", "'http://acme.test' is not an origin of the tenant, which names 'http://127.0.0.1:8080', 'https://acme.test'"),
    ("https://acme.test.evil.test/", "'https://acme.test.evil.test' is not an origin"),
    ("https://acme.test:8443/", "'https://acme.test:8443' is not an origin"),
    ("http://127.0.0.1:8080/x", nil), ("http://127.0.0.1:9/", "'http://127.0.0.1:9' is a local address and not an origin of the tenant"),
    ("http://169.254.169.254/latest", "is a local address"), ("http://[::1]/", "is a local address"),
    ("http://localhost:8080/", "is a local address"), ("app://callback", "'app' is an app's own scheme"),
  ])
  func `only what the tenant names is asked`(url: String, reason: String?) throws {
    let allowed = AllowedOrigins([try WebURL("https://acme.test/"), try WebURL("http://127.0.0.1:8080")])
    let refusal = allowed.refusal(of: try WebURL(url))
    if let reason { #expect(refusal?.contains(reason) == true) } else { #expect(refusal == nil) }
    #expect(allowed.allows(try WebURL(url)) == (reason == nil))
  }

  @Test func `a link that leads elsewhere names the keys by which it would open the app`() throws {
    let allowed = AllowedOrigins([try WebURL("http://127.0.0.1:8080")])
    let refusal = allowed.refusal(ofLink: try WebURL("https://app.acme.test/welcome/T0KEN?challenge=secret"))
    #expect(
      refusal == "the link was not opened: 'https://app.acme.test' is not an origin of the tenant, which names 'http://127.0.0.1:8080'; "
        + "links that open the app are listed in 'client.entry_url' or 'claimed_links' of the tenant in tenants.yaml, "
        + "e.g. entry_url: https://app.acme.test/…")
    #expect(allowed.refusal(ofLink: try WebURL("http://127.0.0.1:8080/x")) == nil)
  }

  @Test func `a link to another path of the app than its entry names the path that is written`() throws {
    var client = OAuthClient(
      issuer: try WebURL("http://127.0.0.1:8080"), id: "web", redirectURI: try WebURL("https://app.acme.test/callback"),
      entryURL: try WebURL("https://app.acme.test/start"))
    let link = try WebURL("https://app.acme.test/welcome/T0KEN?challenge=secret")
    #expect(
      client.refusal(ofLink: link) == "the link was not opened: it leads to another path of 'https://app.acme.test' than "
        + "'client.entry_url' of the tenant in tenants.yaml, which is '/start'; correct it, or list the address under 'claimed_links'")
    client.entryURL = try WebURL("https://other.acme.test/start")
    #expect(client.refusal(ofLink: link)?.contains("e.g. entry_url: https://app.acme.test/…") == true)
    #expect(client.refusal(ofLink: try WebURL("http://127.0.0.1:8080/x")) == nil)
  }

  @Test func `an origin is scheme, host and effective port`() throws {
    #expect(try WebURL("https://a.example/x").origin == WebURL("HTTPS://A.example:443/y?z").origin)
    #expect(try WebURL("https://a.example/x").origin != WebURL("http://a.example/x").origin)
    #expect(try WebURL("https://a.example/x").origin != WebURL("https://a.example:8443/x").origin)
    #expect(try WebURL("https://a.example:443/x").origin?.description == "https://a.example")
    #expect(try WebURL("http://[::1]:8080/x").origin?.description == "http://[::1]:8080")
    #expect(try WebURL("com.example.app://callback").origin == nil)
  }
}
