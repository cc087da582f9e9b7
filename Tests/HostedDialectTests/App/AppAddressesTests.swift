import Encodings
import Testing

@testable import HostedDialect

struct AppAddressesTests {
  private static func addresses() throws -> AppAddresses {
    AppAddresses(
      callback: try WebURL("com.example.app.oauth:/authorization/callback"), logout: try WebURL("com.example.app.oauth:/logout/callback"),
      fallback: try WebURL("com.example.app://identity/fallback"))
  }

  @Test(
    arguments: [
      ("com.example.app.oauth:/authorization/callback?code=a&state=b", AppAddresses.Arrival.callback),
      ("COM.example.app.oauth:/authorization/callback", .callback),
      ("com.example.app.oauth:/logout/callback?state=b", .logout),
      ("com.example.app://identity/fallback", .fallback),
      ("com.example.app.oauth://authorization/callback", nil),
      ("com.example.app.oauth:/authorization/callback/", nil),
      ("com.example.app.oauth:/authorization/Callback", nil),
      ("com.example.app:/identity/fallback", nil),
      ("com.example.app://identity:80/fallback", nil),
      ("com.example.app://other/fallback", nil),
      ("https://profile.example.test/authorization/callback", nil),
    ] as [(String, AppAddresses.Arrival?)])
  func `an address is the app's only if scheme, host, port and path are`(_ url: String, arrival: AppAddresses.Arrival?) throws {
    #expect(try Self.addresses().arrival(at: try WebURL(url)) == arrival)
  }

  @Test func `a claimed https address is the app's as well, and its registered query has to be there`() throws {
    let addresses = AppAddresses(callback: try WebURL("https://app.example.test/back?app=1"))
    #expect(addresses.arrival(at: try WebURL("https://app.example.test/back?app=1&code=a")) == .callback)
    #expect(addresses.arrival(at: try WebURL("https://app.example.test/back?app=2&code=a")) == nil)
    #expect(addresses.arrival(at: try WebURL("https://app.example.test/back?code=a")) == nil)
  }
}
