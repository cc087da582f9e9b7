import Encodings

/// The types of policies that the import speaks of.
enum OktaPolicyType: String, Sendable, Hashable, CaseIterable {
  case session = "OKTA_SIGN_ON"
  case app = "ACCESS_POLICY"
  case enrolment = "MFA_ENROLL"
  case password = "PASSWORD"
  case registration = "PROFILE_ENROLLMENT"
  case routing = "IDP_DISCOVERY"
  case identification = "USER_IDENTIFICATION"
  case selfRegistration = "SELF_SERVICE_REGISTRATION"
  case claims = "IDENTITY_CLAIM_SOURCING"
  case risk = "ENTITY_RISK"
  case afterSignIn = "POST_AUTH_SESSION"
  case violation = "SESSION_VIOLATION_DETECTION"
  case signals = "DEVICE_SIGNAL_COLLECTION"
  case update = "CLIENT_UPDATE"

  /// For people, e.g. `app` in `app rule`.
  var word: String {
    switch self {
    case .session: "session"
    case .app: "app"
    case .enrolment: "enrolment"
    case .password: "password"
    case .registration, .selfRegistration: "registration"
    case .routing: "routing"
    case .identification: "identification"
    case .claims: "claim sourcing"
    case .risk: "entity risk"
    case .afterSignIn, .violation: "session protection"
    case .signals: "device signal"
    case .update: "client update"
    }
  }

  /// The type of its rules; `nil` if they are not read.
  var typeOfRules: String? {
    switch self {
    case .session: "SIGN_ON"
    case .app, .enrolment, .password, .registration, .routing: rawValue
    case .identification, .selfRegistration, .claims, .risk, .afterSignIn, .violation, .signals, .update: nil
    }
  }

  /// Whether its rules act after sign-in, or show no screen.
  var actsOutside: Bool { [.risk, .afterSignIn, .violation, .signals, .update].contains(self) }
}

/// What an object is, by its members: not every one has a link to itself.
enum OktaShape {
  static func kind(of json: JSONValue) -> OktaKind? {
    if json["objectClass"] != nil { return .group }
    if json["pipeline"] != nil { return .organization }
    if json["signOnMode"] != nil { return .app }
    let type = json["type"]?.stringValue
    if type == "group_rule" { return .groupRule }
    if json["priority"] != nil {
      if json["actions"] != nil { return .rule }
      if type.flatMap({ OktaPolicyType(rawValue: $0.uppercased()) }) != nil { return .policy }
    }
    if json["usage"] != nil, json["gateways"] != nil || json["locations"] != nil || json["asns"] != nil { return .zone }
    if json["key"] != nil, json["status"] != nil, type != nil { return .authenticator }
    if json["credentials"] != nil, json["profile"]?["login"] != nil { return .person }
    return nil
  }
}
