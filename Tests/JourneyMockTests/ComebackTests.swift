import Encodings
import JourneyMock
import Testing

struct ComebackTests {
  @Test func `a journey goes on where its edge says once the app comes back from the web page`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    _ = try await app.start()
    let left = try await app.submit("externalLoginProvider/google", [:])
    let hosted = try #require(left["hostedUrl"]?.stringValue)
    #expect(left == ["hostedUrl": .string(hosted)])
    #expect(hosted.contains("page=google"))
    let page = try await app.get(hosted)
    #expect(page.headers["Location"] == "https://app.acme.test/callback?session_id=\(app.session)")
    let asked = try await app.initialize()
    #expect(asked["screen"] == "progressiveProfiling")
    let callback = try await app.finish(try await app.submit("additionalActions/skip", [:]))
    let (_, tokens) = try await app.exchange(try #require(callback["code"]))
    #expect(tokens["id_token"] != nil)
    #expect(app.edges.contains("fromGoogle.decide.known"))
  }

  @Test func `what a journey learns of a person keeps its kind and nests at dots`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "vera@acme.test"])
    let asked = try await app.submit("password", ["password": "Vera-wolf-88"])
    #expect(asked["screen"] == "progressiveProfiling")
    let done = try await app.submit(
      "progressiveProfiling",
      ["attributes": ["birthdate": "1984-05-17", "address": ["city": "Pécs"]], "consents": ["newsletter": true]])
    let callback = try await app.finish(done)
    let (_, tokens) = try await app.exchange(try #require(callback["code"]))
    let access = try #require(tokens["access_token"]?.stringValue)
    let info = try JSONReader.read(try await app.get("https://acme.test/userinfo", bearer: access).body)
    #expect(info["birthdate"] == "1984-05-17")
    #expect(info["address"] == ["locality": "Pécs"])
    #expect(info["newsletter"] == true)
    #expect(info["given_name"] == "Vera")
  }
}
