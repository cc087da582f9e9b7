import Encodings
import Testing

struct PercentEncodingTests {
  @Test func `a component keeps the unreserved characters only`() {
    #expect(PercentEncoding.encodeComponent("AZaz09-._~") == "AZaz09-._~")
    #expect(PercentEncoding.encodeComponent("a b/c?d&e=f+g%á") == "a%20b%2Fc%3Fd%26e%3Df%2Bg%25%C3%A1")
    #expect(PercentEncoding.encodePath("/a b/c?d") == "/a%20b/c%3Fd")
  }

  @Test func `decoding is strict`() {
    #expect(PercentEncoding.decode("a%20b+%c3%A1") == "a b+á")
    for text in ["%", "%2", "%zz", "%ff", "a%4"] { #expect(PercentEncoding.decode(text) == nil) }
  }

  @Test func `what may stand nowhere in a URL is encoded and a right URL stays`() {
    let url = "https://a.example:1/b;c/%20?d=[e]&f=@/?#g|h"
    #expect(PercentEncoding.encodeIllegal(url) == url)
    #expect(PercentEncoding.encodeIllegal("/a b\"<á>\\%4\u{1}") == "/a%20b%22%3C%C3%A1%3E%5C%254%01")
  }
}
