import Encodings
import JourneyMock

/// A tenant's side of the Journey Flow API. Everything that it keeps of a journey is the machine's.
struct FlowDialogue: MockDialogue {
  /// By their places in the tenant's definition.
  let screens: [FlowScreenRule]
  let phrases: FlowPhrases

  func takes(_ path: String) -> Bool { FlowPath.isOne(path) }

  func respond(to request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    if let limit = world.exceededLimit(by: request) { return tooMany(limit, in: world) }
    if request.method == "HEAD", FlowPath.takesHead(request.url.path) {
      var asked = request
      asked.method = "GET"
      var response = respond(to: asked, in: &world)
      response.body = []
      return response
    }
    let path = request.url.path
    if path.hasPrefix(FlowPath.form) { return request.method == "POST" ? submit(request, in: &world) : .wrongMethod("POST") }
    switch (path, request.method) {
    case (FlowPath.authorize, "GET"): return authorize(request, in: &world)
    case (FlowPath.error, "GET"): return errorAddress(request, in: world)
    case (FlowPath.initialize, "POST"): return initialize(request, in: &world)
    case (FlowPath.finish, "GET"): return finish(request, in: &world)
    case (FlowPath.hosted, "GET"): return hostedPage(request, in: &world)
    case (FlowPath.entry, "GET"): return entry(request, in: &world)
    case (FlowPath.pageEntry, "GET"): return pageEntry(request, in: &world)
    case (FlowPath.components, "GET"): return Self.components
    case (FlowPath.token, "POST"): return exchange(request, in: &world)
    case (FlowPath.userinfo, "GET"), (FlowPath.userinfo, "POST"): return world.userinfo(request)
    case (FlowPath.revoke, "POST"): return revoke(request, in: &world)
    case (FlowPath.logout, "GET"): return logOut(request, in: &world)
    case (FlowPath.discovery, "GET"): return .json(discovery(in: world))
    case (FlowPath.keys, "GET"): return .json(world.keys.document)
    case (FlowPath.userinfo, _): return .wrongMethod("GET, POST")
    case (FlowPath.initialize, _), (FlowPath.token, _), (FlowPath.revoke, _): return .wrongMethod("POST")
    default: return FlowPath.isOne(path) ? .wrongMethod("GET") : .json(["error": "not_found"], status: 404)
    }
  }

  func link(to state: Int, challenge: String, of session: Session, in world: WorldState) -> String {
    let entry = world.tenant.clientRules[session.request.client].entryURL
    return "\(entry ?? world.issuer + FlowPath.entry)?challenge=\(challenge)"
  }

  func outline(ofScreen place: Int) -> [ScreenOutline.FormOutline] { screens[place].outline }

  /// No `Retry-After`: three headers inform a client; the last has the remaining seconds.
  private func tooMany(_ limit: ExceededLimit, in world: WorldState) -> HTTPResponseMessage {
    var response = refusal(429, "too_many_requests", "the limit of requests is reached", in: world)
    response.headers.append("X-Ratelimit-Limit", String(limit.requests))
    response.headers.append("X-Ratelimit-Remaining", "0")
    response.headers.append("X-Ratelimit-Reset", String(limit.seconds))
    return response
  }

  /// The screen that a session shows; `nil` in a state that shows none.
  func screen(of session: Session, in world: WorldState) -> FlowScreenRule? {
    world.tenant.graph.states[session.state].screen.map { screens[$0] }
  }
}

extension HTTPResponseMessage {
  /// The path is right and the method is not.
  static func wrongMethod(_ allowed: String) -> HTTPResponseMessage {
    var response = json(["error": "method_not_allowed"], status: 405)
    response.headers.append("Allow", allowed)
    return response
  }
}
