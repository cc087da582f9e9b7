import Encodings
import Testing

struct SetCookieTextTests {
  @Test func `all attributes are read, in any case`() throws {
    let cookie = try #require(
      SetCookieText(
        "sid=a=b; EXPIRES=Sun, 06 Nov 1994 08:49:37 GMT;max-age=60 ; Domain=.Example.COM; Path=/x; secure; HttpOnly; SameSite=lax"))
    #expect(cookie.name == "sid")
    #expect(cookie.value == "a=b")
    #expect(cookie.expires == 784_111_777)
    #expect(cookie.maxAge == 60)
    #expect(cookie.domain == "example.com")
    #expect(cookie.path == "/x")
    #expect(cookie.isSecure)
    #expect(cookie.isHTTPOnly)
    #expect(cookie.sameSite == .lax)
  }

  @Test func `a bare cookie has no attributes`() throws {
    let cookie = try #require(SetCookieText(" \tn = \"v\" ; Domain= ; Path=x; Max-Age=1s; Expires=soon; Priority=High;"))
    #expect(cookie.name == "n")
    #expect(cookie.value == "\"v\"")
    #expect(cookie.domain == nil)
    #expect(cookie.path == nil)
    #expect(cookie.maxAge == nil)
    #expect(cookie.expires == nil)
    #expect(!cookie.isSecure && !cookie.isHTTPOnly)
    #expect(cookie.sameSite == nil)
  }

  @Test func `the last attribute of a name counts`() throws {
    let cookie = try #require(SetCookieText("n=; Path=/a; Path=/b; Max-Age=1; Max-Age=-5; SameSite=None; SameSite=Odd"))
    #expect(cookie.value == "")
    #expect(cookie.path == "/b")
    #expect(cookie.maxAge == -5)
    #expect(cookie.sameSite == .unknown("Odd"))
    #expect(SetCookieText("n=; SameSite=NONE")?.sameSite == .unrestricted)
  }

  @Test func `an age beyond all bounds is held`() {
    #expect(SetCookieText("n=v; max-age=99999999999999999999")?.maxAge == .max)
    #expect(SetCookieText("n=v; max-age=-99999999999999999999")?.maxAge == .min)
    #expect(SetCookieText("n=v; max-age=+5")?.maxAge == nil)
    #expect(SetCookieText("n=v; max-age=-")?.maxAge == nil)
  }

  @Test(arguments: ["", "n", "=v", " =v; Path=/", ";n=v"])
  func `without a name there is no cookie`(_ text: String) {
    #expect(SetCookieText(text) == nil)
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("nov.6.1994 8:49:37pm", 784_111_777), ("08:49:37 6 November 94", 784_111_777),
      ("Thu, 01-Jan-1970 00:00:00 GMT", 0), ("1 Jan 69 0:0:0", 3_124_224_000), ("29 Feb 2024 00:00:00", 1_709_164_800),
      ("31 Dec 9999 23:59:59", 253_402_300_799), ("1 Jan 1601 00:00:00", -11_644_473_600),
    ] as [(String, Int64)])
  func `dates are found in what servers write`(_ text: String, _ seconds: Int64) {
    #expect(SetCookieText("n=v; expires=\(text)")?.expires == seconds)
  }

  @Test(arguments: [
    "6 Nov 1994", "6 Nov 08:49:37", "Nov 1994 08:49:37", "6 1994 08:49:37", "30 Feb 2024 00:00:00", "29 Feb 2023 00:00:00",
    "0 Jan 2024 00:00:00", "32 Jan 2024 00:00:00", "1 Jan 1600 00:00:00", "1 Jan 2024 24:00:00", "1 Jan 2024 00:60:00",
    "1 Jan 2024 00:00:60", "1 Jan 20245 00:00:00", "1 Jan 2024 000:00:00",
  ])
  func `what is no date is passed over`(_ text: String) throws {
    let cookie = try #require(SetCookieText("n=v; expires=\(text)"))
    #expect(cookie.expires == nil)
  }
}
