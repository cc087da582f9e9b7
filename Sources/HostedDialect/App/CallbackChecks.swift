import Encodings
import JourneyClient
import JourneyModel

/// What a callback has to hold before its code or its error is looked at: each is a case of its own in a report.
extension HostedDriver {
  /// What was verified, in order, up to the first that does not hold: where the response is, the address, `state`, `iss`, one of code
  /// and error, and that the address tells nobody who the person is.
  ///
  /// A check that the tenant switches off is left out.
  mutating func checks(on callback: Callback) async throws(DriverError) -> [TokenCheck] {
    if let problem = callback.fragmentProblem { return [TokenCheck("response_mode", problem: problem)] }
    var checks = callback.senderChecks(redirectURI: client.redirectURI, state: party.session.authorization?.state).map { check in
      check.name == "state" ? TokenCheck(FlowCheck.stateEcho.rawValue, problem: check.problem) : check
    }
    checks.removeAll { !configuration.checks.holds($0.name) }
    guard checks.last?.problem == nil else { return checks }
    if configuration.checks.holds(.iss) { checks.append(try await party.issuerCheck(of: callback)) }
    guard checks.last?.problem == nil else { return checks }
    checks.append(callback.outcomeCheck)
    guard checks.last?.problem == nil, callback.url.origin == nil, configuration.checks.holds(.noIdentity) else { return checks }
    let strangers = callback.unknownNames.map { "'\($0)'" }.joined(separator: ", ")
    if !strangers.isEmpty { party.warn("the callback has \(strangers), which no standard of sign-in names") }
    return checks + [callback.identityCheck(of: session.typed)]
  }
}

extension Callback {
  /// Parameters that tell who a person is, under any value.
  private static let telling: Set<String> = [
    "email", "name", "given_name", "family_name", "sub", "username", "phone_number", "id_token", "access_token", "refresh_token",
  ]

  /// An app that asked for no other response mode reads the query alone (OAuth 2.0 Multiple Response Type Encoding Practices, 2.1).
  fileprivate var fragmentProblem: String? {
    let answer: Set<String> = ["code", "state", "error", "iss"]
    return url.fragmentItems.first { answer.contains($0.name) }.map {
      "the callback's '\($0.name)' is in the fragment, and the app reads the query"
    }
  }

  private static let usual: Set<String> = [
    "code", "state", "iss", "scope", "error", "error_description", "error_uri", "session_state", "session_id",
  ]

  /// The parameters that no standard of sign-in has, in the order of their names.
  fileprivate var unknownNames: [String] { Set(url.queryItems.map(\.name)).subtracting(Self.usual).sorted() }

  /// Whether the address, which any app on the device may receive, holds nothing of the person: no e-mail address, name or token, and
  /// nothing that was typed.
  ///
  /// - Parameter typed: what a person typed; what is shorter than an address is passed over.
  fileprivate func identityCheck(of typed: [String]) -> TokenCheck {
    let typed = typed.filter { $0.utf8.count >= 5 }.map(\.asciiLowercased)
    func isTyped(_ value: String) -> Bool {
      let decoded = Base64URL.decode(value).map { String(decoding: $0, as: UTF8.self).asciiLowercased } ?? ""
      return typed.contains { value.asciiLowercased.contains($0) || decoded.contains($0) }
    }
    let found = (url.queryItems + url.fragmentItems).first { item in
      Self.telling.contains(item.name) || item.value.contains("@") || (item.name != "code" && JSONWebToken(item.value) != nil)
        || (item.name != "code" && item.name != "state" && isTyped(item.value))
    }
    return TokenCheck(
      FlowCheck.noIdentity.rawValue,
      problem: found.map { "the callback's '\($0.name)' tells who the person is to any app that takes the address" })
  }
}
