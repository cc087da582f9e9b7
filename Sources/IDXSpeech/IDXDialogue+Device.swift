import Encodings
import JourneyMock
import JourneyModel

extension IDXDialogue {
  /// `GET` of what a QR code or a link of a message says: the app on the device that opens it is set up from now on.
  ///
  /// Only the newest code or link of a journey is good, and only while the journey waits for it.
  func setUpDevice(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard request.method == "GET", let name = request.url.queryValue("session"), let key = request.url.queryValue("key"),
      let session = world.sessions.session(publicly: name), case .open? = world.session(session.id)?.status,
      screen(of: session, in: world)?.isWaitingForDevice ?? false, world.setUpKey(of: session) == key,
      world.acceptPush(of: session.id)
    else { return .platformError("E0000007", "Not found: Resource not found", 404) }
    return .text("Your account was added to Okta Verify. Go back to where you sign in.", status: 200)
  }
}

extension IDXScreenRule {
  /// Whether it waits for the app on the person's device to be set up.
  var isWaitingForDevice: Bool { authenticator == .verify && forms.first?.kind == .enrollPoll }

  /// Whether it does so, or asks how to reach that device.
  var isSetUpOnDevice: Bool { isWaitingForDevice || authenticator == .verify && forms.first?.kind == .enrollmentChannelData }
}

extension WorldState {
  /// What the app on the person's device opens to be set up.
  func setUpAddress(of session: Session) -> String {
    (orgAddress + IDXPath.setUp).appending(query: [
      QueryItem("session", session.publicID), QueryItem("key", setUpKey(of: session) ?? ""),
    ])
  }

  /// What the newest code or link has that those before it did not.
  func setUpKey(of session: Session) -> String? { text("totp", of: session) }
}
