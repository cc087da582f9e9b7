import Encodings

extension WorldState {
  /// The address that a journey begins or ends with: as a text where the client sends `sdk`, else as a redirect.
  func address(_ start: StartRequest, _ items: [QueryItem]) -> HTTPResponseMessage {
    let address = Self.appending(items, to: start.redirectURI)
    let isText =
      switch style.shape {
      case .client: start.sdk != nil
      case .text: true
      case .redirect: false
      }
    return isText ? .text(address, status: 200) : .redirect(address, body: true)
  }

  /// Back to the app, with the state that it sent.
  func callback(_ start: StartRequest, _ items: [QueryItem]) -> HTTPResponseMessage {
    address(start, start.state.isEmpty ? items : items + [QueryItem("state", start.state)])
  }

  func callback(_ start: StartRequest, error: OAuthError) -> HTTPResponseMessage {
    callback(start, [QueryItem("error", error.code), QueryItem("error_description", error.description)])
  }

  /// Where a server leads whose client cannot be trusted with an answer.
  func errorPage(_ error: OAuthError) -> HTTPResponseMessage {
    let items = [QueryItem("error", error.code), QueryItem("error_description", error.description)]
    return .redirect(Self.appending(items, to: issuer + FlowPath.error))
  }

  /// The address of the hosted pages for a session; `page` names the one that it begins with.
  func hostedURL(of session: Session, page: String? = nil) -> String {
    var items = [QueryItem("challenge", session.hostedChallenge), QueryItem("redirect_uri", session.request.redirectURI)]
    if let page { items.append(QueryItem("page", page)) }
    return Self.appending(items, to: issuer + FlowPath.hosted)
  }

  static func appending(_ items: [QueryItem], to address: String) -> String {
    let query = items.map { "\(PercentEncoding.encodeComponent($0.name))=\(PercentEncoding.encodeComponent($0.value))" }
    return address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query.joined(separator: "&")
  }

  /// The first of the tenant's languages that the client asks for, by `ui_locales` and then by `Accept-Language`.
  func language(_ locales: [String], _ header: String?) -> Int {
    let accepted = (header ?? "").utf8.split(separator: UInt8(ascii: ",")).map { part in
      String(Substring(part.drop { $0 == 0x20 }.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }))
    }
    for wanted in locales + accepted {
      let primary = wanted.lowercased().prefix { $0 != "-" }
      if let place = tenant.languages.firstIndex(where: { $0.lowercased() == wanted.lowercased() }) { return place }
      if let place = tenant.languages.firstIndex(where: { $0.lowercased().prefix { $0 != "-" } == primary }) { return place }
    }
    return 0
  }
}
