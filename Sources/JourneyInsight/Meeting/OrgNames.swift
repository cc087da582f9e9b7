/// What people call the screens of an Okta org and what is pressed there: the wire names both by remediation and authenticator only.
///
/// The words are ours; an org's own pages may say something else.
package enum OrgNames {
  /// The name of a screen; `nil` if its id is not one of an org's, or says enough.
  package static func screen(_ id: String) -> String? {
    let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return screens[id] }
    if parts[0] == "terminal" { return ends[parts[1]] }
    guard let action = actions[parts[0]] else { return nil }
    return action.replacing("*", with: authenticator(parts[1]))
  }

  /// What is pressed to send a form; `nil` if its id says enough.
  ///
  /// - Parameter screen: the id of the screen that it is on. A form that leads to another screen has that one's id.
  package static func press(_ form: String, on screen: String) -> String? {
    if form == screen, form.hasPrefix("select-authenticator-") { return "Choose" }
    if let name = presses[form] { return name }
    guard form.hasPrefix("redirect-idp/") else { return nil }
    let provider = form.dropFirst("redirect-idp/".count)
    return "Continue with \(provider.prefix(1).uppercased() + provider.dropFirst())"
  }

  private static let screens = [
    "identify": "Sign in", "enroll-profile": "Register", "profile-update": "Complete the profile", "keep-me-signed-in": "Stay signed in?",
    "consent": "Give consent",
    "select-authenticator-authenticate": "Choose how to verify", "select-authenticator-enroll": "Choose what to set up",
    "select-authenticator-unlock-account": "Unlock the account",
  ]

  private static let actions = [
    "challenge-authenticator": "Verify with *", "challenge-poll": "Verify with *", "authenticator-verification-data": "Verify with *: how?",
    "enroll-authenticator": "Set up *", "enroll-poll": "Set up *", "authenticator-enrollment-data": "Set up *: how?",
    "enrollment-channel-data": "Set up *: where to?", "reenroll-authenticator": "Replace the expired *",
    "reset-authenticator": "Choose a new *", "resend": "Send again: *", "device-challenge-poll": "Ask the app on the device",
  ]

  private static let ends = [
    "security.access_denied": "Access denied", "tooManyRequests": "Too many requests", "idx.operation.cancelled.by.user": "Cancelled",
    "core.system.transaction_resource_not_found": "The time is over", "idx.recovery.completed": "The password is changed",
    "oie.selfservice.reset.password.not.allowed": "The password cannot be reset",
    "oie.selfservice.unlock_user.success.message": "The account is unlocked",
  ]

  private static let presses = [
    "identify": "Next", "select-enroll-profile": "Register", "enroll-profile": "Register", "select-identify": "Back to sign in",
    "unlock-account": "Unlock account", "launch-authenticator": "Use the app on the device", "challenge-authenticator": "Verify",
    "challenge-poll": "Wait for the device", "enroll-poll": "Wait for the device", "device-challenge-poll": "Wait for the device",
    "currentAuthenticator-recover": "Forgot password?", "currentAuthenticatorEnrollment-recover": "Forgot password?",
    "currentAuthenticator-resend": "Send again", "currentAuthenticatorEnrollment-resend": "Send again", "resend": "Send again",
    "select-authenticator-authenticate": "Verify with something else", "select-authenticator-enroll": "Set up something else",
    "select-authenticator-unlock-account": "Unlock", "select-enrollment-channel": "Use another channel", "skip": "Continue",
    "enroll-authenticator": "Set up", "reenroll-authenticator": "Save", "reset-authenticator": "Save", "profile-update": "Save",
    "authenticator-verification-data": "Send", "authenticator-enrollment-data": "Send", "enrollment-channel-data": "Send",
    "consent": "Allow", "keep-me-signed-in": "Answer", "cancel": "Back to sign in",
  ]

  /// An authenticator and its method, as in `phone_number/sms`.
  private static func authenticator(_ text: String) -> String {
    switch text {
    case "okta_password": "password"
    case "okta_email": "email"
    case "phone_number": "phone"
    case "phone_number/sms": "text message"
    case "phone_number/voice": "call"
    case "google_otp", "google_otp/otp": "Google Authenticator"
    case "okta_verify": "Okta Verify"
    case "okta_verify/totp": "Okta Verify code"
    case "okta_verify/push": "Okta Verify push"
    case "security_question": "security question"
    case "webauthn": "security key or biometrics"
    default: text
    }
  }
}
