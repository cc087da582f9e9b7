/// The ways forward that an org offers, by the names that a client reads (okta/okta-auth-js, `lib/idx`).
///
/// A form of a tenant's file is named by one of these; actions are outside the list of remediations.
enum RemediationKind: String, CaseIterable {
  case identify
  case identifyRecovery = "identify-recovery"
  case selectIdentify = "select-identify"
  case selectEnrollProfile = "select-enroll-profile"
  case enrollProfile = "enroll-profile"
  case profileUpdate = "profile-update"
  case unlockAccount = "unlock-account"
  case selectAuthenticatorUnlock = "select-authenticator-unlock-account"
  case selectAuthenticatorAuthenticate = "select-authenticator-authenticate"
  case authenticatorVerificationData = "authenticator-verification-data"
  case challengeAuthenticator = "challenge-authenticator"
  case challengePoll = "challenge-poll"
  case resend
  case selectAuthenticatorEnroll = "select-authenticator-enroll"
  case authenticatorEnrollmentData = "authenticator-enrollment-data"
  case enrollAuthenticator = "enroll-authenticator"
  case selectEnrollmentChannel = "select-enrollment-channel"
  case enrollmentChannelData = "enrollment-channel-data"
  case enrollPoll = "enroll-poll"
  case reenrollAuthenticator = "reenroll-authenticator"
  case resetAuthenticator = "reset-authenticator"
  case skip
  case consent
  case adminConsent = "admin-consent"
  case granularConsent = "granular-consent"
  case deviceGracePeriod = "device-assurance-grace-period"
  case keepMeSignedIn = "keep-me-signed-in"
  case launchAuthenticator = "launch-authenticator"
  case deviceChallengePoll = "device-challenge-poll"
  case redirectProvider = "redirect-idp"
  case cancel
  case currentResend = "currentAuthenticator-resend"
  case currentRecover = "currentAuthenticator-recover"
  case currentPoll = "currentAuthenticator-poll"
  case enrollmentResend = "currentAuthenticatorEnrollment-resend"
  case enrollmentRecover = "currentAuthenticatorEnrollment-recover"
  case enrollmentPoll = "currentAuthenticatorEnrollment-poll"
  case challengeCancel = "authenticatorChallenge-cancel"

  /// The kind of a form's id; that of an identity provider has the provider's id after a slash.
  init?(form id: String) {
    let name = id.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(id[..<$0]) } ?? id
    guard let kind = RemediationKind(rawValue: name), (kind == .redirectProvider) == (name != id) else { return nil }
    self = kind
  }

  /// Below `/idp/idx/`; `nil` for a link that a browser follows.
  var path: String? {
    switch self {
    case .identify, .identifyRecovery: "identify"
    case .selectIdentify: "identify/select"
    case .selectEnrollProfile: "enroll"
    case .enrollProfile, .profileUpdate: "enroll/new"
    case .unlockAccount: "unlock-account"
    case .selectAuthenticatorUnlock, .selectAuthenticatorAuthenticate, .authenticatorVerificationData, .resend: "challenge"
    case .challengeAuthenticator, .enrollAuthenticator, .reenrollAuthenticator, .resetAuthenticator: "challenge/answer"
    case .challengePoll, .enrollPoll, .currentPoll, .enrollmentPoll: "challenge/poll"
    case .selectAuthenticatorEnroll, .authenticatorEnrollmentData, .selectEnrollmentChannel: "credential/enroll"
    case .enrollmentChannelData: "challenge/send"
    case .skip, .deviceGracePeriod: "skip"
    case .consent, .adminConsent, .granularConsent: "consent"
    case .keepMeSignedIn: "keep-me-signed-in"
    case .launchAuthenticator: "authenticators/okta-verify/launch"
    case .deviceChallengePoll: "authenticators/poll"
    case .challengeCancel: "authenticators/poll/cancel"
    case .cancel: "cancel"
    case .currentResend, .enrollmentResend: "challenge/resend"
    case .currentRecover, .enrollmentRecover: "recover"
    case .redirectProvider: nil
    }
  }

  /// The member of the body that holds an action, and the action's own name; `nil` for a remediation.
  var action: (owner: String?, name: String)? {
    switch self {
    case .cancel: (nil, "cancel")
    case .currentResend: ("currentAuthenticator", "resend")
    case .currentRecover: ("currentAuthenticator", "recover")
    case .currentPoll: ("currentAuthenticator", "poll")
    case .enrollmentResend: ("currentAuthenticatorEnrollment", "resend")
    case .enrollmentRecover: ("currentAuthenticatorEnrollment", "recover")
    case .enrollmentPoll: ("currentAuthenticatorEnrollment", "poll")
    case .challengeCancel: ("authenticatorChallenge", "cancel")
    case .identify, .identifyRecovery, .selectIdentify, .selectEnrollProfile, .enrollProfile, .profileUpdate, .unlockAccount,
      .selectAuthenticatorUnlock, .selectAuthenticatorAuthenticate, .authenticatorVerificationData, .challengeAuthenticator,
      .challengePoll, .resend, .selectAuthenticatorEnroll, .authenticatorEnrollmentData, .enrollAuthenticator, .selectEnrollmentChannel,
      .enrollmentChannelData, .enrollPoll, .reenrollAuthenticator, .resetAuthenticator, .skip, .consent, .adminConsent, .granularConsent,
      .deviceGracePeriod, .keepMeSignedIn,
      .launchAuthenticator, .deviceChallengePoll, .redirectProvider:
      nil
    }
  }

  /// The form's name in the body; that of an action is its member's, but for the one that ends a poll of the device.
  var wireName: String { self == .challengeCancel ? "cancel-polling" : action?.name ?? rawValue }

  /// Whether it is about the question to the person's device, and so relates to it.
  var concernsDevice: Bool { self == .launchAuthenticator || self == .deviceChallengePoll }

  /// Whether its screen says which authorization server asks.
  var tellsServer: Bool {
    self == .consent || self == .adminConsent || self == .granularConsent || self == .keepMeSignedIn
  }

  /// Whether it is requested again and again until something changes.
  var isPolled: Bool {
    switch self {
    case .challengePoll, .enrollPoll, .currentPoll, .enrollmentPoll, .deviceChallengePoll: true
    case .identify, .identifyRecovery, .selectIdentify, .selectEnrollProfile, .enrollProfile, .profileUpdate, .unlockAccount,
      .selectAuthenticatorUnlock, .selectAuthenticatorAuthenticate, .authenticatorVerificationData, .challengeAuthenticator, .resend,
      .selectAuthenticatorEnroll, .authenticatorEnrollmentData, .enrollAuthenticator, .selectEnrollmentChannel, .enrollmentChannelData,
      .reenrollAuthenticator, .resetAuthenticator, .skip, .consent, .adminConsent, .granularConsent, .deviceGracePeriod, .keepMeSignedIn,
      .launchAuthenticator, .redirectProvider, .cancel,
      .currentResend, .currentRecover, .enrollmentResend,
      .enrollmentRecover, .challengeCancel:
      false
    }
  }

  /// Whether a person who gets past it has proved to have the screen's authenticator.
  var provesAuthenticator: Bool {
    switch self {
    case .challengeAuthenticator, .challengePoll, .enrollAuthenticator, .enrollPoll, .reenrollAuthenticator, .resetAuthenticator: true
    case .identify, .identifyRecovery, .selectIdentify, .selectEnrollProfile, .enrollProfile, .profileUpdate, .unlockAccount,
      .selectAuthenticatorUnlock, .selectAuthenticatorAuthenticate, .authenticatorVerificationData, .resend, .selectAuthenticatorEnroll,
      .authenticatorEnrollmentData, .selectEnrollmentChannel, .enrollmentChannelData, .skip, .consent, .adminConsent, .granularConsent,
      .deviceGracePeriod, .keepMeSignedIn,
      .launchAuthenticator, .deviceChallengePoll, .redirectProvider,
      .cancel, .currentResend, .currentRecover, .currentPoll, .enrollmentResend, .enrollmentRecover, .enrollmentPoll, .challengeCancel:
      false
    }
  }

  /// Whether it says that it is about the authenticator that the screen is about; of others the vendor's clients know it.
  var concernsAuthenticator: Bool {
    switch self {
    case .authenticatorVerificationData, .challengeAuthenticator, .challengePoll, .resend, .authenticatorEnrollmentData,
      .enrollAuthenticator, .reenrollAuthenticator, .resetAuthenticator:
      true
    case .identify, .identifyRecovery, .selectIdentify, .selectEnrollProfile, .enrollProfile, .profileUpdate, .unlockAccount,
      .selectAuthenticatorUnlock, .selectAuthenticatorAuthenticate, .selectAuthenticatorEnroll, .selectEnrollmentChannel,
      .enrollmentChannelData, .enrollPoll, .skip, .consent, .adminConsent, .granularConsent, .deviceGracePeriod, .keepMeSignedIn,
      .launchAuthenticator, .deviceChallengePoll, .redirectProvider, .cancel, .currentResend, .currentRecover, .currentPoll,
      .enrollmentResend, .enrollmentRecover, .enrollmentPoll, .challengeCancel:
      false
    }
  }

  /// Whether the person sets the authenticator up, instead of proving who they are with it.
  var isEnrolment: Bool {
    switch self {
    case .selectAuthenticatorEnroll, .authenticatorEnrollmentData, .enrollAuthenticator, .selectEnrollmentChannel,
      .enrollmentChannelData, .enrollPoll, .reenrollAuthenticator, .resetAuthenticator:
      true
    case .identify, .identifyRecovery, .selectIdentify, .selectEnrollProfile, .enrollProfile, .profileUpdate, .unlockAccount,
      .selectAuthenticatorUnlock, .selectAuthenticatorAuthenticate, .authenticatorVerificationData, .challengeAuthenticator,
      .challengePoll, .resend, .skip, .consent, .adminConsent, .granularConsent, .deviceGracePeriod, .keepMeSignedIn, .launchAuthenticator,
      .deviceChallengePoll, .redirectProvider, .cancel,
      .currentResend, .currentRecover, .currentPoll, .enrollmentResend, .enrollmentRecover, .enrollmentPoll, .challengeCancel:
      false
    }
  }
}
