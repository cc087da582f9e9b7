import Encodings
import Testing

struct WebURLTargetTests {
  @Test(arguments: ["/", "/a/b", "/a?b=c", "/a?", "/a?b#c", "/a#", "/~w%201/x?y=z&y=%20", "/a//b?c?d"])
  func `a target of the same server is the URL that both spell`(target: String) throws {
    for server in ["http://127.0.0.1:8080", "https://mock.acme.test", "http://[::1]:1"] {
      #expect(try WebURL(server).at(target: target) == WebURL(server + target))
    }
    #expect(try WebURL("https://a.test/base?x=1").at(target: target) == WebURL("https://a.test" + target))
  }

  @Test(arguments: ["", "a", "?b", "/a b", "/ä", "/%zz", "//" + String(repeating: "a", count: 20_000)])
  func `what is no target is refused`(target: String) throws {
    let server = try WebURL("http://127.0.0.1:8080")
    #expect(throws: WebURLError.self) { try server.at(target: target) }
  }
}
