import Encodings
import Testing

@testable import HostedDialect

struct InterceptionTests {
  private static func target(_ page: String) throws -> WebURL? {
    Interception().target(of: try WebURL("https://a.test\(page)"), clientID: "app")
  }

  @Test(
    arguments: [
      ("/login/login.htm?fromURI=%2Foauth2%2Fx", "/signin", "/oauth2/x"),
      ("/oauth2/x/v1/authorize?client_id=c&prompt=login&ref=r", "/signin", "/oauth2/x/v1/authorize?client_id=c&prompt=none"),
      ("/oauth2/x/v1/authorize?page=register", "/register", "/oauth2/x/v1/authorize?prompt=none"),
      ("/oauth2/x/v1/authorize?page=google", "/signin/google", "/oauth2/x/v1/authorize?prompt=none"),
      ("/oauth2/x/v1/authorize?page=other", "/signin", "/oauth2/x/v1/authorize?prompt=none"),
      ("/oauth2/x/v1/authorize?activation_token=al_abc", "/welcome/abc", "/oauth2/x/v1/authorize?prompt=none"),
      ("/oauth2/x/v1/authorize?reset_password_token=if_abc", "/reset-password/abc", "/oauth2/x/v1/authorize?prompt=none"),
      ("/oauth2/x/v1/authorize?set_password_token=abc", "/set-password/abc", "/oauth2/x/v1/authorize?prompt=none"),
      ("/oauth2/x/v1/authorize?activation_token=a%2F..%2Fb", "/welcome/a%2F..%2Fb", "/oauth2/x/v1/authorize?prompt=none"),
      ("/login/login.htm?fromURI=%2Foauth2%2Fx%3Factivation_token%3Daf_abc", "/welcome/abc", "/oauth2/x?activation_token=af_abc"),
    ])
  func `the request says where the login page leads`(_ page: String, path: String, back: String) throws {
    let target = try #require(try Self.target(page))
    #expect(target.path == path)
    #expect(target.queryValue("fromURI") == back)
  }

  @Test func `without a relay state there is no fromURI, and never the text 'undefined'`() throws {
    #expect(try Self.target("/login/login.htm")?.description == "https://a.test/signin?appClientId=app")
  }

  @Test func `the client and the greatest age of the session are passed on`() throws {
    let target = try #require(try Self.target("/oauth2/x/v1/authorize?client_id=c&max_age=60&refViewId=v"))
    #expect(["appClientId", "maxAge", "refViewId"].map(target.queryValue) == ["c", "60", "v"])
  }

  @Test(arguments: ["/oauth2/x/v1/authorize?idp=abc", "/oauth2/v1/authorize/callback", "/signin", "/login/other.htm"])
  func `other pages stay`(_ page: String) throws {
    #expect(try Self.target(page) == nil)
  }
}
