import Diagnostics
import Encodings
import GatewaySpeech
import JourneyMock
import JourneyModel
import JourneyTestSupport
import Testing

/// A gateway's pages in a world that a path names: everything that a browser is led to stays below it.
struct PathWorldTests {
  private static let site = "http://127.0.0.1:8080"
  private static let prefix = "/~w1"

  /// A browser that asks the server of many worlds, as far as the path is concerned.
  private struct PathBrowser {
    let world: World
    var cookies: [String: String] = [:]

    mutating func send(_ method: String, _ target: String, _ form: [QueryItem] = []) async throws -> HTTPResponseMessage {
      let (prefix, rest) = WorldPrefix.split(target)
      #expect(prefix.path == PathWorldTests.prefix, "\(target)")
      var request = HTTPRequestMessage(method: method, url: try WebURL(PathWorldTests.site + rest))
      if !cookies.isEmpty { request.headers.append("Cookie", cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")) }
      if method == "POST" {
        request.headers.append("Content-Type", FormURLEncoding.mediaType)
        request.body = Array(FormURLEncoding.encode(form).utf8)
      }
      var response = await world.answer(to: request, at: prefix.address(at: PathWorldTests.site + "/oauth2/readers")).message
      prefix.apply(to: &response)
      for set in response.headers.values(of: "Set-Cookie") {
        let pair = set.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
        cookies[pair[0]] = pair.count > 1 ? pair[1] : nil
      }
      return response
    }

    /// Where a response leads, without the site's own address.
    func location(of response: HTTPResponseMessage) throws -> String {
      let location = try #require(response.headers["Location"], "\(response.status)")
      return location.hasPrefix(PathWorldTests.site) ? String(location.dropFirst(PathWorldTests.site.utf8.count)) : location
    }
  }

  private func browser(_ faults: [Fault] = []) throws -> PathBrowser {
    var diagnostics: [Diagnostic] = []
    func file(_ name: String) throws -> SourceFile { SourceFile(name: name, text: try Fixtures.text(of: "fixtures/tenants/\(name)")) }
    let tenant = MockTenant.load(try file("ledger.yaml"), speeches: .gateway, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do { return try file(path) } catch { throw UnreadableInclude("no such file") }
    }
    return PathBrowser(world: World(try #require(tenant), faults: faults))
  }

  private static var authorize: String {
    "\(prefix)/oauth2/readers/v1/authorize".appending(query: [
      QueryItem("client_id", "ledger-reader"), QueryItem("redirect_uri", "com.ledger.reader.oauth:/authorization/callback"),
      QueryItem("response_type", "code"), QueryItem("scope", "openid email"), QueryItem("state", "s"), QueryItem("nonce", "n"),
      QueryItem("code_challenge", Base64URL.encode(Digests.sha256("v"))), QueryItem("code_challenge_method", "S256"),
    ])
  }

  @Test func `a person signs in on pages below the path, to the app's own address`() async throws {
    var browser = try browser()
    let login = try browser.location(of: try await browser.send("GET", Self.authorize))
    #expect(login.hasPrefix("\(Self.prefix)/login/login.htm?"))
    let lead = String(decoding: try await browser.send("GET", login).body, as: UTF8.self)
    #expect(lead.contains("path = path.slice(at);"))
    #expect(lead.contains("window.location.replace(base + target"))
    // What the script does.
    let kept = try WebURL(Self.site + login).queryItems.filter { $0.name == "fromURI" }
    let page = try await browser.send("GET", "\(Self.prefix)/signin".appending(query: kept))
    let text = String(decoding: page.body, as: UTF8.self)
    for attribute in ["href", "action", "formaction", "src"] { #expect(!text.contains(" \(attribute)=\"/signin")) }
    let fields = text.matches(of: /<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/).map {
      QueryItem(String($0.1), String($0.2))
    }
    let action = String(try #require(text.firstMatch(of: /action="([^"]+)"/)).1).replacing("&amp;", with: "&")
    var response = try await browser.send(
      "POST", action, fields + [QueryItem("email", "rosa@ledger.test"), QueryItem("password", "Rosa-lynx-11")])
    var hops = 0
    while let location = response.headers["Location"], !location.hasPrefix("com.ledger.reader"), hops < 8 {
      response = try await browser.send("GET", try browser.location(of: response))
      hops += 1
    }
    #expect(response.headers["Location"]?.hasPrefix("com.ledger.reader.oauth:/authorization/callback?") == true, "\(response.status)")
  }

  @Test func `a login page that leads to the wrong address does so below the path, too`() async throws {
    var browser = try browser([Fault(.slip(.fromURIUndefined))])
    let login = try browser.location(of: try await browser.send("GET", Self.authorize))
    let lead = String(decoding: try await browser.send("GET", login).body, as: UTF8.self)
    #expect(lead.contains("window.location.replace('\(Self.prefix)/signin?fromURI=undefined"))
  }
}
