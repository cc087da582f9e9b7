import Diagnostics
import Encodings
import JourneyMock
import Testing

/// What apps of an org learn of a person who signs out.
struct OrgLogoutTests {
  private static let issuer = "https://cascade.test/oauth2/default"

  private static let client = """
    clients:
      shop:
        redirect_uris: [https://shop.test/cb]
        logout_uris: [https://shop.test/bye]
        scopes: [openid, email]

    """

  /// Tokens of Jane's for the shop, without a journey.
  private static func hint(in world: World) async throws -> String {
    let request = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://cascade.test/__journey/tokens"),
      body: JSONWriter.write(["account": "jane", "client": "shop"]))
    return try #require(try JSONReader.read(await world.control(request).body)["id_token"]?.stringValue)
  }

  private static func signOut(_ world: World, headers: HTTPFields, _ more: String = "") async throws -> HTTPResponseMessage {
    let address = "\(issuer)/v1/logout?id_token_hint=\(try await hint(in: world))\(more)"
    return await world.answer(to: HTTPRequestMessage(url: try WebURL(address), headers: headers)).message
  }

  @Test func `a browser that signs out at an org opens the frames of the apps that had tokens of the sign-in`() async throws {
    let text = Self.client + "    frontchannel_logout_uri: https://shop.test/frame\n"
    let world = World(try CascadeTenant.load(CascadeTenant.org(text)), issuer: Self.issuer)
    let back = "&post_logout_redirect_uri=https%3A%2F%2Fshop.test%2Fbye&state=s1"
    let page = try await Self.signOut(world, headers: ["Accept": "text/html,application/xhtml+xml"], back)
    let shown = String(decoding: page.body, as: UTF8.self)
    #expect(page.status == 200)
    #expect(shown.contains("<iframe src=\"https://shop.test/frame?iss=https%3A%2F%2Fcascade.test%2Foauth2%2Fdefault&amp;sid="))
    #expect(shown.contains("content=\"1; url=https://shop.test/bye?state=s1\""))
    #expect(page.headers["Content-Security-Policy"]?.contains("frame-src https://shop.test") == true)
  }

  @Test func `an app that asks by itself, and a browser of apps without frames, go on at once`() async throws {
    let framed = Self.client + "    frontchannel_logout_uri: https://shop.test/frame\n"
    let browser: HTTPFields = ["Accept": "text/html,application/xhtml+xml"]
    for (text, headers) in [(framed, HTTPFields()), (Self.client, browser)] {
      let world = World(try CascadeTenant.load(CascadeTenant.org(text)), issuer: Self.issuer)
      let answer = try await Self.signOut(world, headers: headers, "&post_logout_redirect_uri=https%3A%2F%2Fshop.test%2Fbye")
      #expect(answer.status == 302 && answer.headers["Location"] == "https://shop.test/bye")
    }
  }

  @Test func `a person is led to no address that is not the app's`() async throws {
    let world = World(try CascadeTenant.load(CascadeTenant.org(Self.client)), issuer: Self.issuer)
    let answer = try await Self.signOut(world, headers: [:], "&post_logout_redirect_uri=https%3A%2F%2Fevil.test%2Fbye")
    #expect(answer.status == 400 && answer.headers["Location"] == nil)
  }

  @Test(
    arguments: [
      ("/oauth2/default", "", 302), ("/oauth2/default", "&client_id=shop", 302), ("/oauth2/default", "&client_id=other", 400),
      ("/oauth2", "", 400),
    ])
  func `a hint is one of the server and of the client that asks`(server: String, more: String, status: Int) async throws {
    let world = World(try CascadeTenant.load(CascadeTenant.org(Self.client)), issuer: Self.issuer)
    let address = "https://cascade.test\(server)/v1/logout?id_token_hint=\(try await Self.hint(in: world))\(more)"
    #expect(await world.answer(to: HTTPRequestMessage(url: try WebURL(address))).message.status == status)
  }

  @Test func `discovery has frames and no posts, and a file that asks for posts is refused by name`() async throws {
    let world = World(try CascadeTenant.load(), issuer: Self.issuer)
    let request = HTTPRequestMessage(url: try WebURL(Self.issuer + "/.well-known/openid-configuration"))
    let discovery = try JSONReader.read(await world.answer(to: request).message.body)
    #expect(discovery["frontchannel_logout_supported"] == true && discovery["frontchannel_logout_session_supported"] == true)
    #expect(discovery["backchannel_logout_supported"] == nil)
    let file = CascadeTenant.org(Self.client + "    backchannel_logout_uri: http://localhost:3000/out\n")
    let refusals = CascadeTenant.read(file).diagnostics
    #expect(refusals.map(\.message) == ["an org posts no logouts to the servers of apps"])
    #expect(refusals.map(\.suggestion) == ["write 'frontchannel_logout_uri'"])
  }
}
