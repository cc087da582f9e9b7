import Encodings
import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Begins a journey: an authorization request in a browser with the cookies of the last one, or without any.
  package mutating func start(_ parameters: StartParameters) async throws(DriverError) -> Turn.Now {
    let kind = parameters.keys.first { $0.name == HostedDescription.sessionKey }?.value.text
    openBrowser(isEphemeral: kind == "ephemeral")
    session = HostedSession()
    _ = party.takeSeen()
    trace.begin(keepsCookies: kind != "ephemeral")
    party.begin(parameters)
    for notice in configuration.checks.notices { party.warn(notice) }
    if let page = configuration.firstPage { return try await go(PageRequest("start", url: page)) }
    return try await open(Launch(parameters))
  }

  /// Opens the browser at the authorization server; verifier, state and nonce are new.
  mutating func open(_ launch: Launch) async throws(DriverError) -> Turn.Now {
    session.open(launch)
    let request = try authorizationRequest(launch)
    await party.ask(request)
    party.session.language = request["ui_locales"]?.split(separator: " ").first.map(String.init)
    let first = try await pageRequest(of: request)
    session.ask(first.url)
    return try await go(first, isSilent: launch.isSilent)
  }

  mutating func pageRequest(of request: AuthorizationRequest) async throws(DriverError) -> PageRequest {
    PageRequest("authorize", url: try await party.endpoint(.authorization).appending(query: request.parameters))
  }

  /// The authorization request of a launch. No `response_mode` is sent: the query is what a code comes back in.
  mutating func authorizationRequest(_ launch: Launch) throws(DriverError) -> AuthorizationRequest {
    var request = party.authorizationRequest()
    request.remove("response_mode")
    for parameter in launch.parameters {
      request.set(parameter.name, to: try party.text(parameter.value), isSecret: parameter.value.holdsSecret)
    }
    if !request.asksForIDToken { request.remove("nonce") }
    return request
  }
}
