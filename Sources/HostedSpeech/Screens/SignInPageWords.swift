/// What pages say where a tenant's file has no words: those of the vendor's own sign-in page for an org's remediations
/// (okta/okta-signin-widget, `login.properties`).
enum SignInPageWords {
  /// The heading of a screen; its id by default.
  static func heading(ofScreen id: String) -> String {
    let parts = id.split(separator: "/").map(String.init)
    guard let first = parts.first else { return id }
    let authenticator = parts.dropFirst().first.flatMap { authenticators[$0] }
    switch (first, authenticator) {
    case ("challenge-authenticator", let name?), ("challenge-poll", let name?), ("authenticator-verification-data", let name?):
      return "Verify with \(name)"
    case ("enroll-authenticator", let name?), ("authenticator-enrollment-data", let name?), ("enroll-poll", let name?):
      return "Set up \(name)"
    default: return headings[first] ?? id
    }
  }

  /// The button of a form, or a link that leads on: `select-enroll-profile` is `Sign up`.
  static func button(ofForm id: String) -> String {
    if let words = buttons[id] { return words }
    let words = id.replacing("-", with: " ").replacing("/", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The link to an identity provider of this name.
  static func button(ofProvider name: String) -> String { "Sign in with \(name)" }

  private static let authenticators = [
    "okta_password": "your password", "okta_email": "your email", "phone_number": "your phone", "google_otp": "Google Authenticator",
    "okta_verify": "Okta Verify", "security_question": "your security question",
  ]

  private static let headings = [
    "identify": "Sign In", "identify-recovery": "Reset your password", "enroll-profile": "Sign up",
    "select-authenticator-authenticate": "Verify it's you with a security method",
    "select-authenticator-enroll": "Set up security methods", "select-authenticator-unlock-account": "Unlock account?",
    "select-enrollment-channel": "Set up Okta Verify", "enrollment-channel-data": "Set up Okta Verify",
    "reenroll-authenticator": "Your password has expired", "reset-authenticator": "Reset your password",
    "keep-me-signed-in": "Keep me signed in",
  ]

  private static let buttons = [
    "identify": "Next", "challenge-authenticator": "Verify", "enroll-authenticator": "Verify", "select-enroll-profile": "Sign up",
    "enroll-profile": "Sign up", "unlock-account": "Unlock account?", "select-identify": "Sign In", "cancel": "Back to sign in",
    "currentAuthenticator-recover": "Forgot password?", "currentAuthenticatorEnrollment-recover": "Forgot password?",
    "currentAuthenticator-resend": "Send again", "currentAuthenticatorEnrollment-resend": "Send again", "resend": "Send again",
    "skip": "Remind me later", "reset-authenticator": "Reset Password", "reenroll-authenticator": "Change Password",
    "select-enrollment-channel": "Can't scan?", "launch-authenticator": "Sign in with Okta FastPass",
  ]
}
