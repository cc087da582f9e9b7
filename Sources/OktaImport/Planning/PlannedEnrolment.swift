import Encodings

/// What a plan says of the authenticators of an enrolment policy: an attribute for each, a map with `enroll`.
enum PlannedEnrolment {
  /// Keys of authenticators that are attributes of `okta_policy_mfa`.
  private static let keys = [
    "okta_password", "okta_email", "phone_number", "okta_verify", "google_otp", "webauthn", "security_question", "duo", "symantec_vip",
    "yubikey_token", "rsa_token", "onprem_mfa",
  ]
  /// Those of a policy with factors, of the provider, or of several objects: what they become is not understood.
  private static let others = [
    "external_idp", "external_idps", "custom_app", "custom_otp", "smart_card_idp", "tac", "fido_u2f", "fido_webauthn", "hotp", "okta_call",
    "okta_otp", "okta_push", "okta_question", "okta_sms", "is_oie",
  ]

  /// The keys of authenticators for which a policy has another word than the plan's state.
  static func differences(of policy: JSONValue, from state: JSONValue) -> [String] {
    let all = policy["settings"]?["authenticators"]?.arrayValue ?? []
    return keys.filter { key in
      guard let planned = state[key]?["enroll"]?.stringValue?.lowercased() else { return false }
      let found = all.first { $0["key"]?.stringValue?.lowercased() == key }?["enroll"]?["self"]?.stringValue?.lowercased()
      return planned != found ?? "not_allowed"
    }
  }

  /// A policy with what the plan changes of its authenticators.
  ///
  /// - Parameters:
  ///   - before: attributes as the plan's state has them; `null` for a new policy.
  ///   - unknown: attributes of which the plan does not say what they become.
  static func applied(to policy: JSONValue, before: JSONValue, after: JSONValue, unknown: Set<String>) -> JSONValue {
    var policy = policy
    var all = policy["settings"]?["authenticators"]?.arrayValue ?? []
    for key in keys {
      let (old, new) = (before[key]?["enroll"]?.stringValue, after[key]?["enroll"]?.stringValue)
      guard old != new || unknown.contains(key) else { continue }
      // An authenticator of which nothing is sent: only the org says what becomes of it.
      let enroll: JSONValue = new.flatMap { unknown.contains(key) ? nil : .string($0) } ?? JSONValue.knownLater
      if let place = all.firstIndex(where: { $0["key"]?.stringValue?.lowercased() == key }) {
        all[place] = all[place].setting(enroll, at: ["enroll", "self"]) ?? .null
      } else {
        all.append(.object([.init("key", .string(key)), .init("enroll", .object([.init("self", enroll)]))]))
      }
    }
    policy = policy.setting(.array(all), at: ["settings", "authenticators"]) ?? .null
    for name in others where !before.isNull || name != "is_oie" {
      guard before[name]?.meaning ?? "-" != after[name]?.meaning ?? "-" || unknown.contains(name) else { continue }
      let value = unknown.contains(name) ? .knownLater : after[name] ?? .knownLater
      policy = policy.setting(value, at: ["settings", "\(name) of the plan"]) ?? .null
    }
    return policy
  }
}
