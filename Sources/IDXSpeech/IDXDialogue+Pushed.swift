import Encodings
import JourneyMock
import JourneyModel

/// A request that was pushed before a browser goes to it (RFC 9126).
struct PushedRequest: Sendable {
  var items: [QueryItem]
  var client: String
  /// Of the server that it was pushed to.
  var issuer: String
  var until: Instant

  /// What the names of an org's pushed requests begin with.
  static let prefix = "urn:okta:"
  /// How long a request waits, in seconds.
  static let life: Int64 = 300
}

extension IDXDialogue {
  /// `POST {server}/v1/par`: takes the parameters of an authorization request, and gives a name for them that is good once.
  mutating func push(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = request.formParameters
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    if let error = Self.error(in: parameters, world.tenant.clientRules[client]) { return error.response() }
    let id = world.tenant.clientRules[client].id
    let items = FormURLEncoding.decode(request.body).filter { !["client_id", "client_secret"].contains($0.name) }
    let name = PushedRequest.prefix + world.random.token()
    pushed[name] = PushedRequest(
      items: items + [QueryItem("client_id", id)], client: id, issuer: issuer, until: world.now + .seconds(PushedRequest.life))
    return .json(["request_uri": .string(name), "expires_in": .integer(PushedRequest.life)], status: 201)
  }

  /// The parameters behind a name, which is used up; `nil` for one that this client did not push to this server.
  mutating func takePushed(_ name: String, of client: String?, at issuer: String, in world: WorldState) -> [QueryItem]? {
    guard let request = pushed[name], request.client == client, request.issuer == issuer, request.until > world.now else { return nil }
    pushed[name] = nil
    return request.items
  }
}
