import Encodings

/// The means by which people of an org prove who they are, by the keys that a client reads.
enum AuthenticatorKind: String, Sendable, Hashable, CaseIterable {
  case password = "okta_password"
  case email = "okta_email"
  case phone = "phone_number"
  case googleOTP = "google_otp"
  case verify = "okta_verify"
  case question = "security_question"
  case webauthn
  case customOTP = "custom_otp"
  case duo
  case yubikey = "yubikey_token"

  var type: String {
    switch self {
    case .password: "password"
    case .email: "email"
    case .phone: "phone"
    case .googleOTP, .verify, .duo: "app"
    case .question: "security_question"
    case .webauthn, .customOTP, .yubikey: "security_key"
    }
  }

  var displayName: String {
    switch self {
    case .password: "Password"
    case .email: "Email"
    case .phone: "Phone"
    case .googleOTP: "Google Authenticator"
    case .verify: "Okta Verify"
    case .question: "Security Question"
    case .webauthn: "Security Key or Biometric"
    case .customOTP: "Custom OTP"
    case .duo: "Duo Security"
    case .yubikey: "YubiKey Authenticator"
    }
  }

  /// What it can do, in the order listed.
  var methods: [String] {
    switch self {
    case .password: ["password"]
    case .email: ["email"]
    case .phone: ["sms", "voice"]
    case .googleOTP, .customOTP, .yubikey: ["otp"]
    case .verify: ["push", "totp"]
    case .question: ["security_question"]
    case .webauthn: ["webauthn"]
    case .duo: ["duo"]
    }
  }

  /// Whether it is shown as the current authenticator also when it is only used.
  var isApp: Bool { self == .googleOTP || self == .verify || self == .webauthn }

  /// Whether another company's device or service answers for the person; recorded forms say of each credential that it is required.
  var isOfAnotherVendor: Bool { self == .customOTP || self == .duo || self == .yubikey }

  /// What kind of proof it is: something that the person knows, or has.
  enum Factor { case knowledge, possession }

  var factor: Factor {
    switch self {
    case .password, .question: .knowledge
    case .email, .phone, .googleOTP, .verify, .webauthn, .customOTP, .duo, .yubikey: .possession
    }
  }

  /// The word of `account.factors` for it.
  var factorWord: String {
    switch self {
    case .password: "password"
    case .email: "email"
    case .phone: "phone"
    case .googleOTP: "otp"
    case .verify: "verify"
    case .question: "question"
    case .webauthn: "passkey"
    case .customOTP: "custom_otp"
    case .duo: "duo"
    case .yubikey: "yubikey"
    }
  }

  /// How ID tokens name a method (RFC 8176 section 2).
  static func references(ofMethod method: String) -> [String] {
    switch method {
    case "password": ["pwd"]
    case "sms": ["sms"]
    case "voice": ["tel"]
    case "push": ["swk"]
    case "security_question": ["kba"]
    case "webauthn": ["hwk", "pop"]
    case "duo": ["mca"]
    default: ["otp"]
    }
  }

  /// What a person reads of a method.
  static func label(ofMethod method: String) -> String {
    switch method {
    case "sms": "SMS"
    case "voice": "Voice call"
    case "push": "Get a push notification"
    case "totp": "Enter a code"
    default: method
    }
  }

  /// What a person reads of a way to their device; the vendor's servers have no better words.
  static func label(ofChannel channel: String) -> String { channel.uppercased() }

  /// The same in every world of a tenant, and unlike any other's.
  func id(in tenant: String) -> String { "aut" + Self.digest("\(tenant)/\(rawValue)") }

  /// A person's own: the means as this person set it up.
  func enrollmentID(of subject: String) -> String { String(type.prefix(3)) + Self.digest("\(subject)/\(rawValue)") }

  private static func digest(_ text: String) -> String { String(Hex.encode(Array(Digests.sha256(text).prefix(9))).prefix(17)) }
}
