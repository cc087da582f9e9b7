package import Encodings

/// Every control route, and who answers it.
package enum ControlTable {
  static let routes: [ControlRoute] =
    ClockRoutes.all + WorldRoutes.all + AccountRoutes.all + PolicyRoutes.all + SituationRoutes.all + JourneyRoutes.all
    + FaultRoutes.all + AnswerRoutes.all + RequestRoutes.all + EventRoutes.all
    + TokenRoutes.all + MailRoutes.all + [document]

  /// Whether a path is for tests and not part of a protocol: those of the mailbox are not, as they are Mailpit's.
  package static func isControl(_ path: String) -> Bool {
    path.hasPrefix("/__journey/") || path == "/__journey" || path == "/api/v1/messages" || path == "/api/v1/search"
      || path.hasPrefix("/api/v1/message/")
  }

  /// The response to a request of a test.
  ///
  /// - Parameter showsSecrets: whether the caller may see passwords and tokens.
  static func respond(to request: HTTPRequestMessage, showsSecrets: Bool, in world: inout WorldContents) -> HTTPResponseMessage {
    if request.method == "HEAD" {
      var asked = request
      asked.method = "GET"
      var response = respond(to: asked, showsSecrets: showsSecrets, in: &world)
      response.body = []
      return response
    }
    do throws(ControlRefusal) {
      let (route, arguments) = try route(request.method, request.url.path)
      return try route.act(ControlCall(request: request, arguments: arguments, showsSecrets: showsSecrets), &world)
    } catch {
      return error.response
    }
  }

  /// The refusal of a request that no world is asked about, in the shape of all others.
  package static func refusal(_ status: Int, _ message: String, suggestion: String? = nil) -> HTTPResponseMessage {
    ControlRefusal(message, suggestion: suggestion, status: status).response
  }

  /// The route that a request asks for, and what its path says for the names in it.
  private static func route(_ method: String, _ path: String) throws(ControlRefusal) -> (ControlRoute, [String: String]) {
    var methods: [String] = []
    for route in routes {
      guard let arguments = route.arguments(in: path) else { continue }
      if route.method == method { return (route, arguments) }
      methods.append(route.method)
    }
    guard methods.isEmpty else {
      throw ControlRefusal("'\(path)' takes no \(method)", suggestion: "it takes \(methods.joined(separator: ", "))", status: 405)
    }
    throw .unknown(path, "route", among: routes.map(\.path))
  }

  private static let document = ControlRoute(
    method: "GET", path: ControlRefusal.document, id: "describe", summary: "Describes these routes as an OpenAPI document.",
    answers: [.init(status: 200, summary: "The document.", schema: ControlSchema.map("An OpenAPI 3.1 document."))]
  ) { _, world throws(ControlRefusal) in
    .json(ControlDocument.openAPI(of: routes, at: world.state.issuer))
  }
}
