import Encodings
import JourneyMock

extension FlowDialogue {
  /// The address that a journey begins or ends with: as a text where the client sends `sdk`, else as a redirect.
  func address(_ start: StartRequest, _ items: [QueryItem], in world: WorldState) -> HTTPResponseMessage {
    let address = start.redirectURI.appending(query: items)
    let isText =
      switch world.style.shape {
      case .client: start.profile != nil
      case .text: true
      case .redirect: false
      }
    return isText ? .text(address, status: 200) : .redirect(address, body: true)
  }

  /// Back to the app, with the state that it sent.
  func callback(_ start: StartRequest, _ items: [QueryItem], in world: WorldState) -> HTTPResponseMessage {
    address(start, start.state.isEmpty ? items : items + [QueryItem("state", start.state)], in: world)
  }

  /// Where a server leads whose client cannot be trusted with an answer.
  func errorPage(_ error: OAuthError, in world: WorldState) -> HTTPResponseMessage {
    .redirect((world.issuer + FlowPath.error).appending(query: error.items))
  }

  /// The address of the hosted pages for a session; `page` names the one that it begins with.
  func hostedURL(of session: Session, page: String? = nil, in world: WorldState) -> String {
    var items = [QueryItem("challenge", session.publicID), QueryItem("redirect_uri", session.request.redirectURI)]
    if let page { items.append(QueryItem("page", page)) }
    return (world.issuer + FlowPath.hosted).appending(query: items)
  }
}
