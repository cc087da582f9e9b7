import Encodings
import Testing

@testable import JourneyMockServer

struct PrivateSiteTests {
  private static let door = PrivateSiteGuard(name: "studio", token: "right", pass: "ticket", home: "way", port: 8080)

  private static func visitor(
    _ method: String = "GET", _ target: String = "/way/", host: String? = "127.0.0.1:8080", origin: String? = nil, cookies: String? = nil,
    site: String? = nil, isAhead: Bool = false
  ) -> PrivateSiteGuard.Visitor {
    PrivateSiteGuard.Visitor(method: method, target: target, host: host, origin: origin, cookies: cookies, site: site, isAhead: isAhead)
  }

  @Test func `the token lets a browser in, and is left behind`() {
    var door = Self.door
    let cookie = "studio-8080=ticket; Path=/way/; HttpOnly; SameSite=Strict"
    #expect(door.judge(Self.visitor("GET", "/?token=right")) == .enter(path: "/way/", cookie: cookie))
    #expect(door.judge(Self.visitor(cookies: "a=b; studio-8080=ticket")) == .admit(target: "/"))
    let post = Self.visitor("POST", "/way/a?b", origin: "http://127.0.0.1:8080", cookies: "studio-8080=ticket")
    #expect(door.judge(post) == .admit(target: "/a?b"))
  }

  @Test func `the token lets one browser in, and no other after it`() {
    var door = Self.door
    _ = door.judge(Self.visitor("GET", "/?token=wrong"))
    guard case .enter = door.judge(Self.visitor("GET", "/?token=right")) else {
      Issue.record("a wrong token uses nothing up")
      return
    }
    let again = "The token in this address was used before: go on in the tab that it opened, or run the command again for a new one."
    for cookies in [nil, "studio-8080=wrong", "studio-8080=ticket"] {
      #expect(door.judge(Self.visitor("GET", "/?token=right", cookies: cookies)) == .refuse(again))
    }
  }

  @Test func `what a browser fetches ahead, and what another page leads to, does not use the token up`() {
    var door = Self.door
    let others = ["cross-site", "same-site"].map { Self.visitor("GET", "/?token=right", site: $0) }
    for visitor in others + [Self.visitor("GET", "/?token=right", site: "none", isAhead: true)] {
      guard case .refuse(let reason) = door.judge(visitor) else {
        Issue.record("\(visitor) is let in")
        return
      }
      #expect(reason.hasPrefix("Enter the address"))
    }
    guard case .enter = door.judge(Self.visitor("GET", "/?token=right", site: "none")) else {
      Issue.record("the person is refused")
      return
    }
  }

  @Test(arguments: ["HEAD", "POST", "OPTIONS", "PUT"])
  func `only a GET uses the token up`(_ method: String) {
    var door = Self.door
    guard case .refuse = door.judge(Self.visitor(method, "/?token=right")), case .enter = door.judge(Self.visitor("GET", "/?token=right"))
    else {
      Issue.record("\(method) lets in, or uses the token up")
      return
    }
  }

  private static let strangers = [
    visitor("GET", "/", cookies: "studio-8080=ticket"), visitor("GET", "/way", cookies: "studio-8080=ticket"),
    visitor("POST", "/", origin: "http://127.0.0.1:8080", cookies: "studio-8080=ticket"),
    visitor("GET", "/ticket/", cookies: "studio-8080=ticket"), visitor("GET", "/wax/", cookies: "studio-8080=ticket"),
    visitor(), visitor("GET", "/?token=wrong"), visitor("GET", "/?token="), visitor("POST", "/?token=right"),
    visitor("HEAD", "/?token=right"),
    visitor(cookies: "studio-8080=wrong"), visitor(cookies: "studio-8081=ticket"), visitor(cookies: "studio-8080=right"),
    visitor("GET", "/?token=right", host: "localhost:8080"), visitor("GET", "/?token=right", host: "evil.test:8080"),
    visitor("GET", "/?token=right", host: "127.0.0.1:8081"), visitor("GET", "/?token=right", host: nil),
    visitor("POST", cookies: "studio-8080=ticket"), visitor("POST", origin: "null", cookies: "studio-8080=ticket"),
    visitor("POST", origin: "http://127.0.0.1:8081", cookies: "studio-8080=ticket"),
    visitor("POST", origin: "http://localhost:8080", cookies: "studio-8080=ticket"),
    visitor("POST", origin: "http://127.0.0.1:8080"), visitor("PUT", origin: "http://127.0.0.1:8080", cookies: "studio-8080=ticket"),
  ]

  @Test(arguments: PrivateSiteTests.strangers)
  func `everybody else is refused in plain words`(_ visitor: PrivateSiteGuard.Visitor) {
    var door = Self.door
    guard case .refuse(let reason) = door.judge(visitor) else {
      Issue.record("\(visitor) is let in")
      return
    }
    #expect(reason.hasSuffix("."))
    #expect(!reason.contains("ticket"))
  }
}
