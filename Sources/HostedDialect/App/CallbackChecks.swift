import Encodings
import JourneyClient
import JourneyModel

/// What a callback has to hold before its code or its error is looked at: each is a case of its own in a report.
extension RelyingParty {
  /// What was verified, in order, up to the first that does not hold: where the response is, the address, `state`, `iss`, one of code and error, and that
  /// the address tells nobody who the person is.
  mutating func checks(on callback: Callback) async throws(DriverError) -> [TokenCheck] {
    if let problem = callback.fragmentProblem { return [TokenCheck("response_mode", problem: problem)] }
    var checks = callback.senderChecks(redirectURI: client.redirectURI, state: session.authorization?.state)
    guard checks.last?.problem == nil else { return checks }
    checks.append(try await issuerCheck(of: callback))
    guard checks.last?.problem == nil else { return checks }
    checks.append(callback.outcomeCheck)
    guard checks.last?.problem == nil, callback.url.origin == nil else { return checks }
    return checks + [callback.identityCheck]
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

  /// Whether the address, which any app on the device may receive, holds nothing of the person: no e-mail address, name or token.
  fileprivate var identityCheck: TokenCheck {
    let found = (url.queryItems + url.fragmentItems).first { item in
      Self.telling.contains(item.name) || item.value.contains("@") || (item.name != "code" && JSONWebToken(item.value) != nil)
    }
    return TokenCheck(
      "no-identity-in-scheme-url",
      problem: found.map { "the callback's '\($0.name)' tells who the person is to any app that takes the address" })
  }
}
