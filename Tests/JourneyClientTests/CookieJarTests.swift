import Encodings
import JourneyClient
import JourneyModel
import Testing

struct CookieJarTests {
  private static let now = Instant(seconds: 1_790_000_000)

  struct Case: Sendable, CustomTestStringConvertible {
    let set: [String]
    var from = "https://acme.test/login/page"
    let asked: String
    let header: String?
    var testDescription: String { "\(set) from \(from), then \(asked)" }
  }

  @Test(arguments: [
    Case(set: ["a=1"], asked: "https://acme.test/login/next", header: "a=1"),
    Case(set: ["a=1"], asked: "https://acme.test/login", header: "a=1"),
    Case(set: ["a=1"], asked: "https://acme.test/loginx", header: nil),
    Case(set: ["a=1"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/"], asked: "https://acme.test", header: "a=1"),
    Case(set: ["a=1; Path=/"], asked: "https://www.acme.test/", header: nil),
    Case(set: ["a=1; Path=/; Domain=.acme.test"], asked: "https://www.acme.test/", header: "a=1"),
    Case(set: ["a=1; Path=/; Domain=acme.test"], asked: "https://evilacme.test/", header: nil),
    Case(set: ["a=1; Path=/; Domain=test"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/; Domain=other.test"], asked: "https://other.test/", header: nil),
    Case(set: ["a=1; Path=/; Secure"], asked: "http://acme.test/", header: nil),
    Case(set: ["a=1; Path=/; Secure"], from: "http://127.0.0.1:8080/x", asked: "http://127.0.0.1:8080/", header: "a=1"),
    Case(set: ["a=1; Path=/; Secure"], from: "http://w1.localhost:8080/x", asked: "http://w1.localhost:8080/", header: "a=1"),
    Case(set: ["a=1; Path=/", "a=2; Path=/"], asked: "https://acme.test/", header: "a=2"),
    Case(set: ["a=1; Path=/", "b=2; Path=/login", "c=3; Path=/"], asked: "https://acme.test/login", header: "b=2; a=1; c=3"),
    Case(set: ["a=1; Path=/; Max-Age=60"], asked: "https://acme.test/", header: "a=1"),
    Case(set: ["a=1; Path=/; Max-Age=30"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/", "a=1; Path=/; Max-Age=0"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/", "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/; Max-Age=9223372036854775807"], asked: "https://acme.test/", header: "a=1"),
    Case(set: ["__Host-a=1; Path=/; Secure"], asked: "https://acme.test/", header: "__Host-a=1"),
    Case(set: ["__Host-a=1; Path=/"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/; SameSite=None"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/; SameSite=None; Secure"], asked: "https://acme.test/", header: "a=1"),
    Case(set: ["a=1; Path=/; SameSite=Lax"], asked: "https://acme.test/", header: "a=1"),
    Case(set: ["__Secure-a=1; Path=/"], asked: "https://acme.test/", header: nil),
    Case(set: ["__SECURE-a=1; Path=/"], asked: "https://acme.test/", header: nil),
    Case(set: ["__host-a=1; Path=/x; Secure"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/; Partitioned"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1; Path=/; Partitioned; Secure"], asked: "https://acme.test/", header: "a=1"),
    Case(set: ["a=1\t2; Path=/"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=1\u{7F}; Path=/"], asked: "https://acme.test/", header: nil),
    Case(set: ["a=\(String(repeating: "b", count: 4_096)); Path=/"], asked: "https://acme.test/", header: nil),
    Case(
      set: ["a=\(String(repeating: "b", count: 4_095)); Path=/"], asked: "https://acme.test/",
      header: "a=\(String(repeating: "b", count: 4_095))"),
    Case(set: ["a=1; Path=/\(String(repeating: "b", count: 1_024))"], asked: "https://acme.test/login", header: "a=1"),
    Case(set: ["a=1; Path=/; Domain=0.0.1"], from: "http://127.0.0.1/", asked: "http://127.0.0.1/", header: nil),
  ])
  func `a cookie goes where RFC 6265 sends it, half a minute later`(sample: Case) throws {
    var jar = CookieJar()
    for text in sample.set { jar.store(try #require(SetCookieText(text)), from: try WebURL(sample.from), now: Self.now) }
    #expect(jar.header(for: try WebURL(sample.asked), now: Self.now + .seconds(30)) == sample.header)
  }

  @Test func `a server cannot fill the jar without end`() throws {
    var jar = CookieJar()
    let url = try WebURL("https://acme.test/")
    for index in 0..<(CookieJar.countLimit + 5) {
      jar.store(try #require(SetCookieText("c\(index)=1")), from: url, now: Self.now)
    }
    let names = try #require(jar.header(for: url, now: Self.now)).split(separator: " ")
    #expect(names.count == CookieJar.countLimit)
    #expect(names.first == "c5=1;")
  }

  @Test func `a browser that is closed keeps only what has a lifetime of its own`() throws {
    let url = try WebURL("https://acme.test/")
    let now = Instant(seconds: 0)
    var jar = CookieJar()
    for header in ["open=1", "kept=2; Max-Age=60", "dated=3; Expires=Thu, 01 Jan 1970 00:01:00 GMT"] {
      jar.store(try #require(SetCookieText(header)), from: url, now: now)
    }
    jar.removeSessionCookies()
    #expect(jar.header(for: url, now: now) == "kept=2; dated=3")
  }

  @Test func `the time is needed only where a cookie ends`() throws {
    var jar = CookieJar()
    jar.store(try #require(SetCookieText("a=1")), from: try WebURL("https://acme.test/"), now: Self.now)
    #expect(!jar.needsClock)
    jar.store(try #require(SetCookieText("b=1; Max-Age=9")), from: try WebURL("https://acme.test/"), now: Self.now)
    #expect(jar.needsClock)
  }
}
