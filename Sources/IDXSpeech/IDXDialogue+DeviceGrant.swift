import Encodings
import JourneyMock
import JourneyModel

/// The request of a device without a browser, until a person allows it on another one (RFC 8628).
struct DeviceRequest: Sendable {
  enum Status: Sendable {
    case waiting
    case allowed(TokenSubject)
    case denied
  }

  var client: Int
  var scope: String
  var issuer: String
  /// What the person types or opens.
  var userCode: String
  var until: Instant
  /// The journey in which a person decides; `nil` until the address was opened.
  var journey: String?
  var status = Status.waiting

  /// How long a request waits, in seconds, and how often it is asked for.
  static let life: Int64 = 600
  static let interval: Int64 = 5
  /// The grant's name.
  static let grantType = "urn:ietf:params:oauth:grant-type:device_code"
}

extension IDXDialogue {
  /// `POST {server}/v1/device/authorize`: a code for the device, and one for the person.
  mutating func beginDevice(_ request: HTTPRequestMessage, issuer: String, in world: inout WorldState) -> HTTPResponseMessage {
    let parameters = request.formParameters
    let client: Int
    do throws(ClientRefusal) { client = try Self.client(of: request, parameters, in: world) } catch { return error.response }
    let words = parameters.words("scope")
    if let word = words.first(where: { !world.tenant.clientRules[client].scopes.contains($0) }) {
      return OAuthError("invalid_scope", "The scope '\(word)' is not allowed for the client.").response()
    }
    let (code, digits) = (world.random.token(), world.random.digits(8))
    let userCode = "\(digits.prefix(4))-\(digits.suffix(4))"
    devices[code] = DeviceRequest(
      client: client, scope: words.joined(separator: " "), issuer: issuer, userCode: userCode,
      until: world.now + .seconds(DeviceRequest.life))
    let address = world.orgAddress + IDXPath.activate
    return .json([
      "device_code": .string(code), "user_code": .string(userCode), "verification_uri": .string(address),
      "verification_uri_complete": .string(address.appending(query: [QueryItem("user_code", userCode)])),
      "expires_in": .integer(DeviceRequest.life), "interval": .integer(DeviceRequest.interval),
    ])
  }

  /// `GET /activate`: the org's sign-in page for the person of a device; a person who is signed in allows the device by opening it.
  mutating func activate(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let userCode = request.url.queryValue("user_code"), let code = devices.key(where: { $0.userCode == userCode }),
      var device = devices[code], device.until > world.now, case .waiting = device.status
    else { return world.page(saying: .unknownDevice) ?? .platformError("E0000007", "Not found: Resource not found", 404) }
    let start = StartRequest(client: device.client, redirectURI: "", scope: device.scope, profile: device.issuer)
    let browser = world.browser(request.cookie(IDXPath.cookie))
    if let signOn = signOn(of: request, in: world) {
      allow(code, signOn, in: &world)
      return world.page(saying: .activatedDevice) ?? .empty(200)
    }
    var session = world.begin(start, browser: browser, language: world.language([], request.headers["Accept-Language"]))
    world.note(world.enter(&session))
    world.sessions.keep(session)
    device.journey = session.id
    devices[code] = device
    guard var page = world.page(of: session) else { return .platformError("E0000022", "This org has no sign-in page", 404) }
    Self.setCookie(browser, on: &page, in: world)
    return page
  }

  /// The end of a journey that began for a device; `nil` for every other one.
  mutating func endForDevice(_ session: Session, in world: inout WorldState) -> HTTPResponseMessage? {
    guard let code = devices.key(where: { $0.journey == session.id }) else { return nil }
    guard case .finished = session.status, let account = session.account else {
      devices[code]?.status = .denied
      return world.page(saying: .unknownDevice) ?? .empty(403)
    }
    let signOn = signIn(account, session, in: &world)
    allow(code, signOn, in: &world)
    var response = world.page(saying: .activatedDevice) ?? .empty(200)
    Self.setCookie(signOn, on: &response, in: world)
    return response
  }

  private mutating func allow(_ code: String, _ signOn: SignOn, in world: inout WorldState) {
    guard let device = devices[code] else { return }
    let subject = TokenSubject(
      account: signOn.account, client: device.client, scope: device.scope, nonce: nil, sid: signOn.sid, authTime: signOn.time,
      family: world.random.token(), issuer: device.issuer, methods: signOn.methods)
    devices[code]?.status = .allowed(subject)
  }

  /// What a device gets that asks for its tokens (RFC 8628 section 3.5).
  mutating func exchangeDeviceCode(
    _ parameters: RequestParameters, client: Int, by server: IssuingServer, in world: inout WorldState
  ) -> HTTPResponseMessage {
    guard let code = parameters["device_code"], let device = devices[code], device.client == client, server.issued(device.issuer) else {
      return OAuthError("invalid_grant", "The device code is invalid.").response()
    }
    guard device.until > world.now else { return OAuthError("expired_token", "The device code has expired.").response() }
    switch device.status {
    case .waiting:
      return OAuthError("authorization_pending", "The device authorization is pending. Please try again later.").response()
    case .denied: return OAuthError("access_denied", "The person did not allow it.").response()
    case .allowed(let subject):
      devices[code] = nil
      return world.issue(subject, tokenType: "Bearer")
    }
  }
}

extension PageNotice {
  static let activatedDevice = PageNotice(
    "device-activated", status: 200, heading: "Device activated", text: "Follow the instructions on your device for next steps.")

  static let unknownDevice = PageNotice(
    "device-unknown", status: 400, heading: "Device not activated",
    text: "The code is unknown, used or too old. Open the address that the device shows, with its code.")
}
