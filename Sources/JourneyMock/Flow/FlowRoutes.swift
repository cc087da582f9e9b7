import Encodings

extension WorldState {
  /// The answer to any request of a client, as the tenant's server would give it.
  ///
  /// `X-Journey-Edge` names the edges of the flow that the request took, in order, with commas between them. It is a
  /// mark for coverage and no part of the protocol.
  mutating func respond(to request: HTTPRequestMessage) -> HTTPResponseMessage {
    events += 1
    edgesTaken.removeAll(keepingCapacity: true)
    var response = tenant.speech == .flow ? route(request) : engineRoute(request)
    response.headers.append("X-Event-ID", "e\(events)")
    if !edgesTaken.isEmpty { response.headers.append("X-Journey-Edge", edgesTaken.joined(separator: ",")) }
    return response
  }

  private mutating func route(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    if let refusal = refusalOfTooMany(request) { return refusal }
    let path = request.url.path
    if path.hasPrefix(FlowPath.form) { return post(request) { $0.submit(request) } }
    switch path {
    case FlowPath.authorize: return get(request) { $0.authorize(request) }
    case FlowPath.error: return get(request) { _ in .text("error", status: 200) }
    case FlowPath.initialize: return post(request) { $0.initialize(request) }
    case FlowPath.finish: return get(request) { $0.finish(request) }
    case FlowPath.hosted: return get(request) { $0.hostedPage(request) }
    case FlowPath.entry: return get(request) { $0.entry(request) }
    case FlowPath.token: return post(request) { $0.exchange(request) }
    case FlowPath.userinfo:
      return request.method == "GET" || request.method == "POST" ? userinfo(request) : .wrongMethod("GET, POST")
    case FlowPath.revoke: return post(request) { $0.revoke(request) }
    case FlowPath.logout: return get(request) { $0.logOut(request) }
    case FlowPath.discovery: return get(request) { .json($0.discovery) }
    case FlowPath.keys: return get(request) { .json(["keys": [$0.tenant.key.publicJWK]]) }
    default: return .json(["error": "not_found"], status: 404)
    }
  }

  private mutating func get(
    _ request: HTTPRequestMessage, _ answer: (inout WorldState) -> HTTPResponseMessage
  ) -> HTTPResponseMessage {
    request.method == "GET" ? answer(&self) : .wrongMethod("GET")
  }

  private mutating func post(
    _ request: HTTPRequestMessage, _ answer: (inout WorldState) -> HTTPResponseMessage
  ) -> HTTPResponseMessage {
    request.method == "POST" ? answer(&self) : .wrongMethod("POST")
  }
}

extension HTTPResponseMessage {
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponseMessage {
    json(bytes: JSONWriter.write(value), status: status)
  }

  /// Every JSON answer says that it is JSON: some of the vendor's apps read nothing else.
  static func json(bytes: [UInt8], status: Int = 200) -> HTTPResponseMessage {
    HTTPResponseMessage(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: bytes)
  }

  static func text(_ text: String, status: Int) -> HTTPResponseMessage {
    HTTPResponseMessage(
      status: status, headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"], body: Array(text.utf8))
  }

  static func empty(_ status: Int) -> HTTPResponseMessage {
    HTTPResponseMessage(status: status, headers: ["Cache-Control": "no-store"])
  }

  static func redirect(_ address: String, body: Bool = false) -> HTTPResponseMessage {
    var response = body ? text(address, status: 302) : empty(302)
    response.headers.append("Location", address)
    return response
  }

  static func wrongMethod(_ allowed: String) -> HTTPResponseMessage {
    var response = json(["error": "method_not_allowed"], status: 405)
    response.headers.append("Allow", allowed)
    return response
  }
}
