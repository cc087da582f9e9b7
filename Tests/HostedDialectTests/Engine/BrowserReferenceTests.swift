import Encodings
import Testing

@testable import HostedDialect

struct BrowserReferenceTests {
  @Test(
    arguments: [
      ("/b", "https://a.test/b"), ("b?c#d", "https://a.test/dir/b?c#d"), ("//b.test", "https://b.test"),
      ("/\\b.test/x", "https://b.test/x"),
      ("///b.test/x", "https://b.test/x"), ("https:/b.test/x", "https://a.test/b.test/x"), ("https:b", "https://a.test/dir/b"),
      ("http:/b.test/x", "http://b.test/x"), ("https:\\\\b.test", "https://b.test"),
      ("x:/a", "x:/a"), ("x://a", "x://a"), ("X:/a?b=c", "x:/a?b=c"), ("x:\\a", "x:%5Ca"), ("  /b\n", "https://a.test/b"),
      ("ht\ttps://b.test/", "https://b.test/"), ("/ä b", "https://a.test/%C3%A4%20b"), ("?q=\\", "https://a.test/dir/page?q=%5C"),
      ("/100%", "https://a.test/100%25"), ("", "https://a.test/dir/page"),
    ])
  func `an address means what a browser makes of it`(_ reference: String, meaning: String) throws {
    #expect(try BrowserReference.resolve(reference, against: try WebURL("https://a.test/dir/page")).description == meaning)
  }

  @Test(arguments: ["https://", "http://[", "https://a.test:x/", String(repeating: "a", count: 20_000)])
  func `what a browser refuses is refused`(_ reference: String) throws {
    #expect(throws: WebURLError.self) { try BrowserReference.resolve(reference, against: try WebURL("https://a.test/dir/page")) }
  }
}
