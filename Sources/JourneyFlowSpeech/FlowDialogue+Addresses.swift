import Encodings
import JourneyMock

extension FlowDialogue {
  /// The address that a journey begins or ends with: as a text where the client sends `sdk`, else as a redirect.
  ///
  /// For iOS it is a redirect whose body is the address too: the SDK's older line reads nothing but `Location`, the newer one the body.
  func address(_ start: StartRequest, _ items: [QueryItem], in world: WorldState) -> HTTPResponseMessage {
    let address = start.address(with: items)
    let isText =
      switch world.style.shape {
      case .client: start.profile.map { !$0.hasPrefix("ios") } ?? false
      case .text: true
      case .redirect: false
      }
    return isText ? .text(address, status: 200) : .redirect(address, body: true)
  }

  /// Back to the app, with the state that it sent.
  func callback(_ start: StartRequest, _ items: [QueryItem], in world: WorldState) -> HTTPResponseMessage {
    var items = items
    if world.has(.issWrong) { items.append(QueryItem("iss", "https://elsewhere.test")) }
    if !start.state.isEmpty, !world.has(.stateDropped) {
      items.append(QueryItem("state", world.has(.stateAltered) ? start.state + "x" : start.state))
    }
    return address(start, items, in: world)
  }

  /// What a server says whose client cannot be trusted with an answer: on a page to a person, at its own address to an app.
  func errorPage(_ error: OAuthError, to request: HTTPRequestMessage, in world: WorldState) -> HTTPResponseMessage {
    if request.isOfBrowser, let page = world.page(saying: .refused(error)) { return page }
    return .redirect((world.issuer + FlowPath.error).appending(query: error.items))
  }

  /// `GET /oauth2/error`. What its address says of the error is not repeated: anybody may have written it.
  func errorAddress(_ request: HTTPRequestMessage, in world: WorldState) -> HTTPResponseMessage {
    if request.isOfBrowser, let page = world.page(saying: .failed) { return page }
    return .text("error", status: 200)
  }

  /// A response without a body to an app, and a page to a person.
  ///
  /// The newest tests of the vendor have no body at 403, and its OpenAPI has none at 401 and 403.
  func refusal(_ status: Int, _ notice: PageNotice, to request: HTTPRequestMessage, in world: WorldState) -> HTTPResponseMessage {
    if request.isOfBrowser, let page = world.page(saying: notice) { return page }
    return refusal(status, notice.id, notice.text, in: world)
  }

  /// A response with a status only, or with the reason in JSON.
  func refusal(_ status: Int, _ code: String, _ reason: String, in world: WorldState) -> HTTPResponseMessage {
    guard world.style.explainsRefusals else { return .empty(status) }
    return .json(["error": .string(code), "error_description": .string(reason)], status: status)
  }

  /// The address of the hosted pages for a session; `page` names the one that it begins with.
  func hostedURL(of session: Session, page: String? = nil, in world: WorldState) -> String {
    var items = [QueryItem("challenge", session.publicID), QueryItem("redirect_uri", session.request.redirectURI)]
    if let page { items.append(QueryItem("page", page)) }
    return (world.issuer + FlowPath.hosted).appending(query: items)
  }
}

extension PageNotice {
  /// The client cannot be trusted with an answer, so the person gets it (RFC 6749 section 4.1.2.1).
  static func refused(_ error: OAuthError) -> PageNotice {
    PageNotice(
      error.code, status: 400, heading: "This app cannot sign you in",
      text: "The request of the app is not one that this tenant takes: \(error.description). Go back to the app.")
  }

  static let failed = PageNotice(
    "error", status: 200, heading: "Something went wrong", text: "The app could not sign you in. Go back to it and begin again.")

  static let over = PageNotice(
    "journey-over", status: 403, heading: "This is over",
    text: "The address was opened before, in another browser, or too late. Go back to the app and begin again.")

  static let signedOut = PageNotice("signed-out", status: 200, heading: "You are signed out", text: "You can close this page.")
}
