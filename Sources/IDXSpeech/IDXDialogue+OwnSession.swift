import Encodings
import JourneyMock
import JourneyModel

/// `/api/v1/sessions/me`: the sign-in of the browser that asks, as scripts of apps see it.
extension IDXDialogue {
  mutating func ownSession(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let isRefresh = request.url.path == IDXPath.refreshedSession
    guard isRefresh ? request.method == "POST" : ["GET", "DELETE"].contains(request.method) else {
      return .platformError("E0000022", "The endpoint does not support the provided HTTP method", 405)
    }
    guard var signOn = signOn(of: request, in: world), let browser = request.cookie(IDXPath.cookie) else {
      return .platformError("E0000007", "Not found: Resource not found: me (Session)", 404)
    }
    if request.method == "DELETE" {
      world.end(signOn.sid)
      return .empty(204)
    }
    guard isRefresh else { return .json(described(signOn, in: world)) }
    signOn.until = world.now + (signOn.isKept ? world.tenant.lives.keptSignOn : world.tenant.lives.signOn)
    world.browsers.signIn(signOn, in: browser)
    var response = HTTPResponseMessage.json(described(signOn, in: world))
    Self.setCookie(signOn, on: &response, in: world)
    return response
  }

  /// Who is signed in to the browser that asks, by both of its cookies.
  func signOn(of request: HTTPRequestMessage, in world: WorldState) -> SignOn? {
    guard let browser = request.cookie(IDXPath.cookie), let signOn = world.browsers.signOn(in: browser, at: world.now) else { return nil }
    return request.cookie(IDXPath.signOnCookie) == signOn.sid ? signOn : nil
  }

  /// okta/okta-auth-js, `test/support/xhr/session.js`.
  private func described(_ signOn: SignOn, in world: WorldState) -> JSONValue {
    let person = world.accounts[signOn.account]
    let proven = DateText.rfc3339(millisecondsSinceEpoch: signOn.time.milliseconds)
    let own = world.orgAddress + IDXPath.ownSession
    func link(_ address: String, _ methods: JSONValue) -> JSONValue { ["href": .string(address), "hints": ["allow": methods]] }
    return [
      "id": .string(signOn.sid), "userId": .string(person.orgID), "login": .string(person.login ?? ""),
      "expiresAt": .string(DateText.rfc3339(millisecondsSinceEpoch: signOn.until.milliseconds)), "status": "ACTIVE",
      "lastPasswordVerification": signOn.methods.contains("pwd") ? .string(proven) : .null,
      "lastFactorVerification": signOn.methods.contains("mfa") ? .string(proven) : .null,
      "amr": .array(signOn.methods.map { .string($0) }),
      "idp": ["id": .string(OktaID.org.text(world.tenant.name)), "type": "OKTA"],
      "mfaActive": .bool(world.members(of: "account.factors", of: signOn.account).isEmpty == false),
      "_links": ["self": link(own, ["GET", "DELETE"]), "refresh": link(own + "/lifecycle/refresh", ["POST"])],
    ]
  }
}
