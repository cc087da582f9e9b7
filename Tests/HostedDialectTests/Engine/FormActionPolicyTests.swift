import Encodings
import Testing

@testable import HostedDialect

struct FormActionPolicyTests {
  @Test(
    arguments: [
      ("form-action 'self'", "https://a.test/x", false, true),
      ("form-action 'self'", "https://b.test/x", false, false),
      ("form-action 'none'", "https://a.test/x", false, false),
      ("form-action", "https://a.test/x", false, false),
      ("form-action https:", "https://b.test/x", false, true),
      ("form-action https:", "http://b.test/x", false, false),
      ("form-action http:", "https://b.test/x", false, true),
      ("form-action *", "https://b.test/x", false, true),
      ("form-action *", "com.example:/x", true, false),
      ("form-action com.example:", "com.example:/x?code=1", true, true),
      ("form-action https://*.b.test", "https://c.b.test/x", false, true),
      ("form-action https://*.b.test", "https://b.test/x", false, false),
      ("form-action b.test:8443", "https://b.test:8443/x", false, true),
      ("form-action b.test", "https://b.test:8443/x", false, false),
      ("form-action b.test:*", "https://b.test:8443/x", false, true),
      ("form-action https://b.test/in/", "https://b.test/in/x", false, true),
      ("form-action https://b.test/in/", "https://b.test/out", false, false),
      ("form-action https://b.test/in/", "https://b.test/out", true, true),
      ("form-action 'self', form-action https://b.test", "https://a.test/x", false, false),
      ("script-src 'none'", "https://b.test/x", false, true),
    ])
  func `a policy lets a form lead where its list says`(_ policy: String, _ target: String, isRedirected: Bool, isAllowed: Bool) throws {
    let policy = FormActionPolicy([policy], of: try WebURL("https://a.test/page"))
    #expect((policy.refusal(of: try WebURL(target), isRedirected: isRedirected) == nil) == isAllowed)
  }

  @Test func `a header as long as a server likes is read up to a bound`() throws {
    let policy = FormActionPolicy(
      Array(repeating: "form-action 'none', form-action 'none'", count: 100_000), of: try WebURL("https://a.test/"))
    #expect(policy.refusal(of: try WebURL("https://a.test/"), isRedirected: false) == "form-action 'none'")
  }
}
