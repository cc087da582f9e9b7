import Encodings
import JourneyClient
import JourneyModel

/// What a callback has to hold before its code or its error is looked at: each is a case of its own in a report.
extension HostedDriver {
  /// What was verified, in order, up to the first that does not hold: the rules of all dialects, and that the address does not reveal who
  /// the person is.
  ///
  /// A check that the tenant switches off is left out.
  mutating func checks(on callback: Callback) async throws(DriverError) -> [TokenCheck] {
    var left: Set<CallbackRule> = []
    if !configuration.checks.holds(.stateEcho) { left.insert(.state) }
    if !configuration.checks.holds(.iss) { left.insert(.issuer) }
    let checks = try await party.checks(on: callback, without: left).map { check in
      check.name == "state" ? TokenCheck(FlowCheck.stateEcho.rawValue, problem: check.problem) : check
    }
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
      problem: found.map { "the callback's '\($0.name)' identifies the person to any app that takes the address" })
  }
}
