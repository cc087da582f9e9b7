import Encodings
import Testing

@testable import JourneyKit

struct CallerNetworkTests {
  @Test(arguments: [
    ("https://acme.test", ["HTTPS_PROXY": "http://p:1"], "HTTPS_PROXY"),
    ("https://acme.test", ["https_proxy": "http://p:1"], "https_proxy"),
    ("https://acme.test", ["HTTP_PROXY": "http://p:1"], nil),
    ("https://acme.test", ["HTTPS_PROXY": ""], nil),
    ("https://acme.test", ["ALL_PROXY": "socks5://p:1"], "ALL_PROXY"),
    ("http://acme.test", ["http_proxy": "http://p:1", "HTTPS_PROXY": "http://p:2"], "http_proxy"),
    ("https://acme.test", ["HTTPS_PROXY": "http://p:1", "NO_PROXY": "*"], nil),
    ("https://login.acme.test", ["HTTPS_PROXY": "http://p:1", "no_proxy": "localhost,ACME.test"], nil),
    ("https://login.acme.test", ["HTTPS_PROXY": "http://p:1", "NO_PROXY": ".acme.test"], nil),
    ("https://notacme.test", ["HTTPS_PROXY": "http://p:1", "NO_PROXY": "acme.test,,."], "HTTPS_PROXY"),
  ])
  func `the variable that a proxy would be taken from`(address: String, variables: [String: String], name: String?) throws {
    #expect(CallerNetwork(variables).unusedProxy(for: try WebURL(address)) == name)
  }
}
