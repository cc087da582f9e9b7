import Encodings
import Testing

struct WebURLTests {
  @Test func `a URL comes apart and together as it was`() throws {
    let text = "https://user:p%40ss@login.example:8443/a/./%7Eb;c?x=1&y=%C3%A1&z#frag?/"
    let url = try WebURL(text)
    #expect(url.scheme == "https")
    #expect(url.userInfo == "user:p%40ss")
    #expect(url.host == "login.example")
    #expect(url.port == 8443)
    #expect(url.path == "/a/./%7Eb;c")
    #expect(url.query == "x=1&y=%C3%A1&z")
    #expect(url.fragment == "frag?/")
    #expect(url.description == text)
    #expect(url.requestTarget == "/a/./%7Eb;c?x=1&y=%C3%A1&z")
    #expect(url.withoutFragment.description == String(text.prefix { $0 != "#" }))
  }

  @Test(arguments: [
    ("HTTPS://Login.Example", "https://login.example"), ("http://h:/", "http://h/"), ("http://h:080?", "http://h:80?"),
    ("http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/"), ("com.example.app://callback", "com.example.app://callback"),
    ("com.example:/callback?code=1", "com.example:/callback?code=1"), ("com.example.app:///cb", "com.example.app:///cb"),
    ("mailto:ada@example.com", "mailto:ada@example.com"), ("http://h.example./", "http://h.example./"),
    ("http://h/?a[]={b}|^`#x", "http://h/?a[]={b}|^`#x"), ("http://10.0.0.1/", "http://10.0.0.1/"),
  ])
  func `scheme and host go to lower case, all else stays`(_ text: String, _ expected: String) throws {
    #expect(try WebURL(text).description == expected)
  }

  struct Invalid: Sendable, CustomTestStringConvertible {
    let text: String
    let error: WebURLError
    var testDescription: String { text }

    init(_ text: String, _ error: WebURLError) {
      self.text = text
      self.error = error
    }
  }

  @Test(arguments: [
    Invalid("", .missingScheme), Invalid("/a", .missingScheme), Invalid("1http://h", .missingScheme),
    Invalid("http:/a", .missingHost), Invalid("https://", .missingHost), Invalid("https:///a", .missingHost),
    Invalid("http://a b/", .illegalCharacter(offset: 8)), Invalid("http://h/\n", .illegalCharacter(offset: 9)),
    Invalid("http://h/á", .illegalCharacter(offset: 9)), Invalid("http://h/%4", .illegalCharacter(offset: 9)),
    Invalid("http://h\\@evil/", .illegalCharacter(offset: 8)),
    Invalid("http://h:65536/", .invalidPort), Invalid("http://h:-1/", .invalidPort), Invalid("http://h:8a/", .invalidPort),
    Invalid("http://h:99999999999999999999/", .invalidPort), Invalid("http://[::1]x/", .invalidPort),
    Invalid("http://a%2e.example/", .invalidHost), Invalid("http://a..b/", .invalidHost), Invalid("http://[::1/", .invalidHost),
    Invalid("http://[1::2::3]/", .invalidHost), Invalid("http://[fe80::1%25eth0]/", .invalidHost),
    Invalid("http://2130706433/", .invalidHost), Invalid("http://127.1/", .invalidHost), Invalid("http://0x7f.1/", .invalidHost),
    Invalid("http://a.0x7f/", .invalidHost), Invalid("http://127.0.0.01/", .invalidHost), Invalid("http://1.2.3.256/", .invalidHost),
    Invalid("http://1.2.3.4.5/", .invalidHost), Invalid("http://h:1@/", .missingHost), Invalid("http://./", .invalidHost),
  ])
  func `what is no usable URL is refused`(_ row: Invalid) {
    #expect(throws: row.error) { try WebURL(row.text) }
  }

  @Test func `length is limited`() throws {
    let text = "http://h/" + String(repeating: "a", count: 91)
    _ = try WebURL(text, limit: 100)
    #expect(throws: WebURLError.tooLong(limit: 99)) { try WebURL(text, limit: 99) }
    #expect(throws: WebURLError.tooLong(limit: 99)) { try WebURL("http://h/").resolve(text, limit: 99) }
  }

  @Test func `what stands before an at sign is no host`() throws {
    let url = try WebURL("https://good.example@evil.example:1/@x")
    #expect(url.host == "evil.example")
    #expect(url.userInfo == "good.example")
    #expect(try WebURL("https://a@b@evil.example/").host == "evil.example")
  }

  @Test(arguments: [
    ("https://a.example/cb?code=1#x", true), ("https://a.example:443/cb", true), ("https://a.example/cb/", false),
    ("https://a.example/CB", false), ("https://a.example/%63b", false), ("http://a.example/cb", false),
    ("https://a.example:444/cb", false), ("https://u@a.example/cb", false), ("https://b.example/cb", false),
  ])
  func `an endpoint is compared exactly`(_ text: String, _ isSame: Bool) throws {
    #expect(try WebURL(text).hasSameEndpoint(as: WebURL("https://a.example/cb")) == isSame)
  }
}
