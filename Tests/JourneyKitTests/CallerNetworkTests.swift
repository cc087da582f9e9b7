import Encodings
import Testing

@testable import JourneyKit

struct CallerNetworkTests {
  struct Caller: Sendable, CustomTestStringConvertible {
    var address = "https://acme.test"
    var variables: [String: String]
    /// The variable that a proxy would be taken from.
    var proxy: String?

    var testDescription: String { "\(address) \(variables)" }
  }

  static let callers: [Caller] = [
    Caller(variables: ["HTTPS_PROXY": "http://p:1"], proxy: "HTTPS_PROXY"),
    Caller(variables: ["https_proxy": "http://p:1"], proxy: "https_proxy"),
    Caller(variables: ["HTTP_PROXY": "http://p:1"]),
    Caller(variables: ["HTTPS_PROXY": ""]),
    Caller(variables: ["ALL_PROXY": "socks5://p:1"], proxy: "ALL_PROXY"),
    Caller(address: "http://acme.test", variables: ["http_proxy": "http://p:1", "HTTPS_PROXY": "http://p:2"], proxy: "http_proxy"),
    Caller(variables: ["HTTPS_PROXY": "http://p:1", "NO_PROXY": "*"]),
    Caller(address: "https://login.acme.test", variables: ["HTTPS_PROXY": "http://p:1", "no_proxy": "localhost,ACME.test"]),
    Caller(address: "https://login.acme.test", variables: ["HTTPS_PROXY": "http://p:1", "NO_PROXY": ".acme.test"]),
    Caller(address: "https://notacme.test", variables: ["HTTPS_PROXY": "http://p:1", "NO_PROXY": "acme.test,,."], proxy: "HTTPS_PROXY"),
  ]

  @Test(arguments: callers) func `a proxy of the environment is found as other programs find it`(caller: Caller) throws {
    #expect(CallerNetwork(caller.variables).unusedProxy(for: try WebURL(caller.address)) == caller.proxy)
  }
}
