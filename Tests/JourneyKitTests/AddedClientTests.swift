import HTTPTypes
import JourneyKit
import Testing

/// Apps that a mock knows without a line in its file.
struct AddedClientTests {
  @Test func `an app of a flag signs in beside those of the file, and comes back to its own address alone`() async throws {
    var settings = JourneySuiteTests.settings
    settings.clients = try AddedClient.reading([
      "shop-web=http://localhost:5173/callback", "phone=test.shop.app:/callback", "shop-web=http://127.0.0.1:5173/callback",
    ])
    for tenant in ["acme", "cascade"] {
      let mock = try ServedMock(tenant: tenant, settings)
      let own = try ServedMock(tenant: tenant, JourneySuiteTests.settings)
      #expect(mock.clients.map(\.id) == own.clients.map(\.id) + ["shop-web", "phone"])
      #expect(mock.clients.dropLast().last?.redirectURIs == ["http://localhost:5173/callback", "http://127.0.0.1:5173/callback"])
      #expect(mock.people == own.people)
      let world = mock.world(seed: 7)
      let address = tenant == "acme" ? "/oauth2/auth" : "/oauth2/v1/authorize"
      /// Whether the app is let in with an address.
      func isTaken(_ redirectURI: String) async throws -> Bool {
        let path =
          "\(address)?client_id=shop-web&response_type=code&scope=openid%20email&state=0123456789&nonce=0123456789"
          + "&code_challenge=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU&code_challenge_method=S256&redirect_uri=\(redirectURI)"
        let (response, _) = try await world.send(HTTPRequest(method: .get, scheme: "https", authority: "\(tenant).test", path: path))
        return response.status.code < 400 && response.headerFields[.location]?.contains("error=") == false
      }
      for host in ["localhost", "127.0.0.1"] {
        #expect(try await isTaken("http%3A%2F%2F\(host)%3A5173%2Fcallback"), "\(tenant)")
        #expect(try await !isTaken("http%3A%2F%2F\(host)%3A5174%2Fcallback"), "\(tenant)")
      }
    }
  }

  @Test(arguments: [
    "shop-web", "=http://localhost:5173/", "shop web=http://localhost:5173/", "shop-web=", "shop-web=/callback", "shop-web=:5173",
    "shop-web=http://localhost:5173/\"", "shop-web=http://localhost:5173/\n", "\"=http://localhost:5173/",
  ])
  func `what is no name with an address is refused`(text: String) {
    let sentence = "clients takes a name and a redirect URI, e.g. shop-web=http://localhost:5173/callback, not '\(text)'"
    do throws(SettingsProblem) {
      let clients = try AddedClient.reading([text])
      Issue.record("'\(text)' was read as \(clients)")
    } catch { #expect(error.message() == sentence) }
  }
}
