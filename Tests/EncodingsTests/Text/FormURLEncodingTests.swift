import Encodings
import Testing

struct FormURLEncodingTests {
  @Test func `items are encoded in order with plus for a space`() {
    let items = [QueryItem("grant_type", "authorization_code"), QueryItem("a b", "c&d=e+f~*"), QueryItem("a b", "á")]
    #expect(FormURLEncoding.encode(items) == "grant_type=authorization_code&a+b=c%26d%3De%2Bf%7E*&a+b=%C3%A1")
    #expect(FormURLEncoding.decode(FormURLEncoding.encode(items)) == items)
  }

  @Test func `parsing is lenient`() {
    let items = FormURLEncoding.decode("&a=b=c&&d&=e&f=%zz%4&g=%ff+h&")
    let expected = [
      QueryItem("a", "b=c"), QueryItem("d", ""), QueryItem("", "e"), QueryItem("f", "%zz%4"), QueryItem("g", "\u{FFFD} h"),
    ]
    #expect(items == expected)
    #expect(FormURLEncoding.decode("") == [])
  }
}
