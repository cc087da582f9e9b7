import Encodings
import TenantDecisions
import TenantImport

/// Reads which authenticators people have to set up, or may.
struct OktaEnrolment: Sendable {
  /// What a policy says of all authenticators, and what of it is not understood.
  struct Settings: Sendable {
    var words: [String: String] = [:]
    var doubts: [String] = []
  }

  private let authenticators: OktaAuthenticators

  init(_ authenticators: OktaAuthenticators) { self.authenticators = authenticators }

  private static let words = ["REQUIRED", "OPTIONAL", "NOT_ALLOWED"]
  /// Names of older orgs.
  private static let factors: [String: (key: String, method: String)] = [
    "okta_sms": ("phone_number", "sms"), "okta_call": ("phone_number", "voice"),
    "okta_question": ("security_question", "security_question"),
    "okta_email": ("okta_email", "email"), "okta_otp": ("okta_verify", "totp"), "okta_push": ("okta_verify", "push"),
    "google_otp": ("google_otp", "otp"), "fido_webauthn": ("webauthn", "webauthn"), "okta_password": ("okta_password", "password"),
    "symantec_vip": ("symantec_vip", "otp"), "rsa_token": ("rsa_token", "otp"), "yubikey_token": ("yubikey_token", "otp"),
    "duo": ("duo", "duo"),
  ]

  /// What a policy says of each authenticator of the org.
  func settings(_ object: inout SourceObject) -> Settings {
    let root: MemberPath = "settings"
    var settings = Settings()
    // What a policy does not name may not be set up.
    for one in authenticators.known { settings.words[one.name] = "not_allowed" }
    if object.word(root["type"], among: ["AUTHENTICATORS", "FACTORS"]) == "FACTORS" {
      // These policies have no word for the password, so that they say nothing of it.
      for one in authenticators.known where one.isPassword { settings.words[one.name] = nil }
      object.assume(root["type"], of: "FACTORS")
    }
    let list = root["authenticators"]
    if object.value(list)?.arrayValue == nil, object.value(root["factors"])?.objectValue == nil {
      settings.doubts.append("which authenticators '\(object.name)' names")
    }
    for place in 0..<object.count(list) {
      guard let key = object.value(list[place]["key"])?.stringValue?.lowercased(), OktaAuthenticators.isKnown(key) else { continue }
      let id = object.value(list[place]["id"])?.stringValue
      for name in ["key", "id"] where object.says(list[place][name]) { object.mark(list[place][name], .understood) }
      read(list[place], authenticators.names(key: key, method: nil, id: id), &settings, &object)
    }
    for path in object.paths(below: root["factors"]) {
      guard case .member(let name)? = path.steps.last, let (key, method) = Self.factors[name] else { continue }
      object.mark(path["consent"], .outside, "a text that people agree to")
      read(path, authenticators.names(key: key, method: method, id: nil), &settings, &object)
    }
    let unread = object.unread(below: root)
    for path in unread { object.mark(path, .notUnderstood, "what people may set up is an open flag") }
    settings.doubts += unread.map(object.doubt)
    object.markRest(below: root)
    assumeUse(settings, &object)
    return settings
  }

  /// People who have an authenticator that may not be set up are taken to be able to use it: which ones that are is assumed of the policy.
  private func assumeUse(_ settings: Settings, _ object: inout SourceObject) {
    let kept = authenticators.methods.filter { settings.words[$0.known.name] == "not_allowed" }
    guard !kept.isEmpty else { return }
    let isOfFactors = object.value("settings.authenticators")?.arrayValue == nil && object.says("settings.factors")
    let names = kept.map { "\($0.key) \($0.known.method) \($0.id ?? "")" }
    object.assume(isOfFactors ? "settings.factors.enroll.self" : "settings.authenticators.enroll.self", of: "\(names.sorted())")
  }

  private func read(_ path: MemberPath, _ names: Set<String>, _ settings: inout Settings, _ object: inout SourceObject) {
    let enroll = path["enroll"]
    let isOff = object.value(enroll["self"])?.stringValue?.uppercased() == "DISABLED"
    if isOff { object.mark(enroll["self"], .understood) }
    if let word = isOff ? "NOT_ALLOWED" : object.word(enroll["self"], among: Self.words) {
      for name in names { settings.words[name] = word.lowercased() }
    }
    if object.value(enroll["gracePeriod"]) != nil {
      object.mark(enroll["gracePeriod"], .assumed, "it is over: what is required has to be set up at once")
    }
    if object.value(enroll["promotion"]) != nil {
      object.mark(enroll["promotion"], .assumed, "no one is asked whether to set it up where nothing needs it")
    }
    if object.value(enroll["autoEnroll"]) != nil {
      object.mark(enroll["autoEnroll"], .assumed, "mail is set up as any other authenticator")
    }
    if object.says(path["constraints"]) { object.mark(path["constraints"], .assumed, "every security key may be set up") }
  }

  /// What a rule decides, with what its policy says.
  func decision(_ object: inout SourceObject, _ settings: Settings) -> OktaDecision {
    let isAsked = object.word("actions.enroll.self", among: ["CHALLENGE", "LOGIN", "NEVER", "NEVER_INCLUDING_RECOVERY"])
    if isAsked == "NEVER_INCLUDING_RECOVERY" {
      object.mark(
        "actions.enroll.self", .assumed, "nothing is set up at a sign-in, as by NEVER: what people set up to recover is not in the mock")
    }
    let unread = object.unread(below: "actions")
    for path in unread { object.mark(path, .notUnderstood, "what people may set up is an open flag") }
    object.markRest(below: "actions")
    var doubts = unread.map(object.doubt)
    if isAsked == nil, doubts.isEmpty { doubts.append("whether '\(object.name)' lets people set something up") }
    guard isAsked?.hasPrefix("NEVER") != true else { return OktaDecision(outcome: .deny, doubts: doubts) }
    return OktaDecision(outcome: .set(settings.words), doubts: settings.doubts + doubts)
  }
}
