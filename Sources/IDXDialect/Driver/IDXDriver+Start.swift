import Encodings
import JourneyClient
package import JourneyModel

extension IDXDriver {
  /// Begins a journey: a handle for a new transaction, then its first screen.
  package mutating func start(_ parameters: StartParameters) async throws(DriverError) -> Turn.Now {
    session = IDXSession()
    party.begin(parameters)
    // The vendor's mobile SDKs forget who is signed in before they start (okta/okta-idx-swift, `InteractionCodeFlow.swift`).
    if parameters.keys.first(where: { $0.name == "cookies" })?.value != .text("kept") { party.forgetCookies(named: "idx") }
    let fields = try await interaction(parameters)
    var call = call("interact", "POST", configuration.oauth("interact"), accept: "application/json", body: .form(fields))
    try await party.authenticate(&call)
    let answer = try await party.send(call)
    let json = try json(in: answer, to: call)
    if let handle = json["interaction_handle"]?.stringValue, answer.status == 200, !handle.isEmpty {
      if let error = try party.oauthError(in: answer) {
        throw party.failure(.protocol, "\(call.line) answered with an 'interaction_handle' and the error '\(error.error)'")
      }
      session.identify(by: party.learn(handle, name: "interaction handle"))
      return try await introspect()
    }
    if let error = try party.oauthError(in: answer), 400...499 ~= answer.status, answer.status != 429 { return end(.refused(error)) }
    try party.refuseBrokenStatus(answer, to: call)
    throw party.failure(
      answer.status == 200 ? .protocol : .status, "\(call.line) answered with status \(answer.status) and no 'interaction_handle'")
  }

  /// The parameters of a new transaction; verifier, state and nonce are new.
  private mutating func interaction(_ parameters: StartParameters) async throws(DriverError) -> [Value.Member] {
    var request = party.authorizationRequest()
    var more: [Value.Member] = []
    for key in parameters.keys {
      switch key.name {
      case "scopes": request.set("scope", to: try party.text(key.value))
      case "ui_locales": party.session.language = try party.text(key.value).split(separator: " ").joined(separator: ", ")
      case "cookies": break
      case "acr_values", "max_age", "activation_token", "recovery_token": more.append(key)
      default: throw party.failure(.impossible, "an okta-idx journey cannot start with '\(key.name)'")
      }
    }
    // The parameters of an authorize request that have no meaning without its answer.
    let others: Set<String> = ["response_type", "response_mode"]
    var fields = request.parameters.filter { !others.contains($0.name) }.map { item in
      let isSecret = ["state", "nonce"].contains(item.name)
      return Value.Member(item.name, isSecret ? .secret(Secret(item.value, name: item.name)) : .text(item.value))
    }
    for member in more + parameters.parameters {
      fields.removeAll { $0.name == member.name }
      if member.name == "max_age" { request.set(member.name, to: try party.text(member.value)) }
      fields.append(Value.Member(member.name, member.name.hasSuffix("_token") ? concealed(member) : member.value))
    }
    await party.ask(request)
    return fields
  }

  /// A token from a mail must not be seen, however it was taken.
  private mutating func concealed(_ member: Value.Member) -> Value {
    member.value.text.map { .secret(party.learn($0, name: member.name)) } ?? member.value
  }

  /// Asks for the transaction's current state: at the start, after an identity provider, and whenever it is wanted again.
  mutating func introspect() async throws(DriverError) -> Turn.Now {
    guard let handle = session.interactionHandle else {
      throw party.failure(.impossible, "no journey is in progress, so no screen can be requested again")
    }
    let url: WebURL
    do { url = try configuration.introspect() } catch {
      throw party.failure(.impossible, "the issuer '\(client.issuer)' has no host: \(error)")
    }
    let body = Exchange.Body.json(.map([Value.Member("interactionHandle", .secret(handle))]))
    return try await ask(call("introspect", "POST", url, body: body), form: nil)
  }

  package mutating func refresh() async throws(DriverError) -> Turn.Now { try await introspect() }

  /// Ends the journey; nothing of it can be submitted any more.
  mutating func end(_ end: JourneyEnd) -> Turn.Now {
    session.end()
    return .ended(end)
  }
}
