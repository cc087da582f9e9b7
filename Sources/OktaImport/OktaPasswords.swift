import Encodings
import TenantDecisions
import TenantImport

/// Reads what password policies say of passwords, and what their rules say of changing, resetting and unlocking.
struct OktaPasswords: Sendable {
  /// What the flow of a mock takes of it: one value for all people.
  struct Flow: Sendable, Hashable {
    /// How many wrong passwords lock an account; 0 for any number.
    var lockAfter = 10
    /// In minutes; 0 for never.
    var unlockAfter = 0
    /// How long the code of a mail is good, in minutes.
    var mailLife = 10_080
    /// Whether a password can be reset by mail.
    var resets = false
    var unlocks = false
    var isKnown = true
  }

  /// What a policy says.
  struct Settings: Sendable {
    /// Of passwords, by the words of the mock.
    var words: [String: String] = [:]
    /// Methods by which people can recover where a rule names none.
    var factors: [String] = []
    var asksQuestion = false
    var questionLength = 4
    var doubts: [String] = []
    var gaps: [ImportReport.Gap] = []
    var flow = Flow()
    /// Members that are not there, with the defaults that are taken.
    fileprivate var defaults: [String] = []
  }

  /// What a rule decides, with what its policy says.
  struct Decisions: Sendable {
    var password: [String: String]
    var recovery: [String: String]
    var doubts: [String]
    var gaps: [ImportReport.Gap]
    var flow: Flow
  }

  let authenticators: OktaAuthenticators

  init(_ authenticators: OktaAuthenticators) { self.authenticators = authenticators }

  /// What a policy says of all its people.
  func settings(_ object: inout SourceObject) -> Settings {
    let root: MemberPath = "settings"
    var settings = Settings()
    if object.value(root["password"])?.objectValue == nil { settings.doubts.append("the settings of '\(object.name)'") }
    complexity(root["password"]["complexity"], &settings, &object)
    age(root["password"]["age"], &settings, &object)
    lockout(root["password"]["lockout"], &settings, &object)
    factors(root["recovery"]["factors"], &settings, &object)
    object.mark(root["password"]["breachedProtection"], .outside, "it acts when a password is found to be known to others, after sign-in")
    object.mark(root["delegation"], .outside, "what is done in a directory at the same time")
    let unread = object.unread(below: root)
    for path in unread { object.mark(path, .notUnderstood, "what passwords have to be is an open flag") }
    settings.doubts += unread.map(object.doubt)
    object.markRest(below: root)
    if !settings.defaults.isEmpty {
      settings.gaps.append(
        .init(
          "settings that the \(object.kind) '\(object.name)' does not have", .assumed,
          "the API's defaults: \(settings.defaults.joined(separator: ", "))"))
    }
    return settings
  }

  private func complexity(_ path: MemberPath, _ settings: inout Settings, _ object: inout SourceObject) {
    settings.words["min_length"] = "\(number(path["minLength"], 8, &settings, &object))"
    for (name, word) in [
      ("minLowerCase", "lower_case"), ("minUpperCase", "upper_case"), ("minNumber", "numbers"), ("minSymbol", "symbols"),
    ] {
      let least = number(path[name], 1, &settings, &object)
      if least > 0 { settings.words[word] = "\(least)" }
    }
    var excluded: [String] = []
    if flag(path["excludeUsername"], true, &settings, &object) { excluded.append("username") }
    let attributes = path["excludeAttributes"]
    excluded += (0..<object.count(attributes)).compactMap { object.word(attributes[$0], among: ["FIRSTNAME", "LASTNAME"]) }.map {
      $0 == "FIRSTNAME" ? "first name" : "last name"
    }
    if !excluded.isEmpty { settings.words["without"] = excluded.joined(separator: " and ") }
    if flag(path["dictionary"]["common"]["exclude"], false, &settings, &object) { settings.words["common_passwords"] = "refused" }
    if let most = object.number(path["maxConsecutiveCharacters"]) { settings.words["repeated"] = "at most \(most)" }
    if let text = object.text(path["oelStatement"]), !text.isEmpty { settings.words["expression"] = "digest \(MeaningDigest.of(text))" }
  }

  private func age(_ path: MemberPath, _ settings: inout Settings, _ object: inout SourceObject) {
    for (name, word, unit) in [
      ("maxAgeDays", "max_age", "d"), ("expireWarnDays", "warned_before", "d"), ("minAgeMinutes", "min_age", "m"),
      ("historyCount", "history", ""),
    ] {
      let count = number(path[name], 0, &settings, &object)
      if count > 0 { settings.words[word] = "\(count)\(unit)" }
    }
  }

  private func lockout(_ path: MemberPath, _ settings: inout Settings, _ object: inout SourceObject) {
    settings.flow.lockAfter = number(path["maxAttempts"], 10, &settings, &object)
    settings.flow.unlockAfter = number(path["autoUnlockMinutes"], 0, &settings, &object)
    settings.words["locked_after"] = settings.flow.lockAfter > 0 ? "\(settings.flow.lockAfter)" : "never"
    settings.words["unlocked_after"] = settings.flow.unlockAfter > 0 ? "\(settings.flow.unlockAfter)m" : "never"
    if flag(path["showLockoutFailures"], false, &settings, &object) { settings.words["lock_shown"] = "yes" }
    let channels = path["userLockoutNotificationChannels"]
    if (0..<object.count(channels)).contains(where: { object.word(channels[$0], among: ["EMAIL"]) != nil }) {
      settings.words["lock_notice"] = "email"
    }
  }

  private static let recovering = [("okta_email", "email"), ("okta_sms", "sms"), ("okta_call", "voice")]

  private func factors(_ path: MemberPath, _ settings: inout Settings, _ object: inout SourceObject) {
    for (name, method) in Self.recovering where object.word(path[name]["status"], among: ["ACTIVE", "INACTIVE"]) == "ACTIVE" {
      settings.factors.append(method)
    }
    settings.asksQuestion = object.word(path["recovery_question"]["status"], among: ["ACTIVE", "INACTIVE"]) == "ACTIVE"
    let length = path["recovery_question"]["properties"]["complexity"]["minLength"]
    if object.says(length) { settings.questionLength = object.number(length) ?? settings.questionLength }
    let life = path["okta_email"]["properties"]["recoveryToken"]["tokenLifetimeMinutes"]
    let minutes = number(life, 10_080, &settings, &object)
    settings.flow.mailLife = max(1, minutes)
    // They decide where a rule names no methods, and which rules that are is not said by the policy.
    let all = settings.factors + (settings.asksQuestion ? ["question"] : [])
    settings.words["recovery_factors"] = all.isEmpty ? "none" : all.joined(separator: " and ")
    settings.words["recovery_mail_life"] = "\(minutes)m"
    settings.words["recovery_question"] = "\(settings.questionLength) letters"
  }

  private func number(_ path: MemberPath, _ standard: Int, _ settings: inout Settings, _ object: inout SourceObject) -> Int {
    if let number = object.number(path) { return number }
    noDefault(path, "\(standard)", &settings, &object)
    return standard
  }

  private func flag(_ path: MemberPath, _ standard: Bool, _ settings: inout Settings, _ object: inout SourceObject) -> Bool {
    if let flag = object.flag(path) { return flag }
    noDefault(path, "\(standard)", &settings, &object)
    return standard
  }

  /// Notes a default that is taken. What is something else stays without a mark.
  private func noDefault(_ path: MemberPath, _ standard: String, _ settings: inout Settings, _ object: inout SourceObject) {
    switch object.value(path) {
    case nil:
      object.assumeWithout(path)
      if case .member(let name)? = path.steps.last { settings.defaults.append("\(name) \(standard)") }
    case .null?: object.mark(path, .assumed, "the API's default, \(standard)")
    case .some: break
    }
  }
}

/// Rules.
extension OktaPasswords {
  /// What a rule decides for people of its policy.
  func decisions(_ object: inout SourceObject, _ settings: Settings) -> Decisions {
    let root: MemberPath = "actions"
    var found = Decisions(
      password: settings.words, recovery: [:], doubts: settings.doubts, gaps: [], flow: settings.flow)
    found.password["change"] = isAllowed(root["passwordChange"], &found, &object) ? "allowed" : "denied"
    found.flow.unlocks = isAllowed(root["selfServiceUnlock"], &found, &object)
    found.recovery["unlock"] = found.flow.unlocks ? "allowed" : "denied"
    let reset = root["selfServicePasswordReset"]
    if isAllowed(reset, &found, &object) {
      self.reset(reset, settings, &found, &object)
    } else {
      found.recovery["reset"] = "denied"
      let isDenied = object.value(reset["access"])?.stringValue?.uppercased() ?? "DENY" == "DENY"
      for name in ["requirement", "settings"] where isDenied { object.mark(reset[name], .outside, "nobody resets a password by this rule") }
    }
    let unread = object.unread(below: root)
    for path in unread { object.mark(path, .notUnderstood, "how people recover is an open flag") }
    found.doubts += unread.map(object.doubt)
    found.flow.isKnown = found.doubts.isEmpty
    object.markRest(below: root)
    return found
  }

  /// Whether an action is allowed: one that is not there is denied, as the API's reference says.
  private func isAllowed(_ path: MemberPath, _ found: inout Decisions, _ object: inout SourceObject) -> Bool {
    if object.value(path["access"]) == nil {
      found.gaps.append(
        .init("'\(path)' of the \(object.kind) '\(object.name)'", .assumed, "what is not there is denied, by the API's reference"))
    }
    if object.says(path["type"]) { object.mark(path["type"], .understood) }
    return object.word(path["access"], among: ["ALLOW", "DENY"]) == "ALLOW"
  }

  private func reset(_ path: MemberPath, _ settings: Settings, _ found: inout Decisions, _ object: inout SourceObject) {
    let requirement = path["requirement"]
    let mail = path["settings"]["allowRecoveryEmailWithoutEnrollment"]
    if object.flag(mail) == true { found.recovery["mail_without_enrolment"] = "allowed" }
    guard object.says(requirement) else { return reset(byFactorsOf: settings, &found, object) }
    switch object.word(requirement["accessControl"], among: ["AUTH_POLICY", "LEGACY"]) {
    case "AUTH_POLICY":
      for name in ["primary", "stepUp"] { object.mark(requirement[name], .outside, "the account management policy decides it") }
      found.recovery["reset"] = "by the account management rules"
      found.flow.resets = authenticators.recovering.contains("email")
      found.gaps.append(
        .init(
          "recovery by the \(object.kind) '\(object.name)'", .assumed,
          "the mock's flow sends a mail: what the account management rules ask for is not asked"))
    case "LEGACY": reset(by: requirement, settings, &found, &object)
    default:
      reset(by: requirement, settings, &found, &object)
      found.doubts.append("whether '\(object.name)' or the account management policy says how passwords are reset")
    }
  }

  private func reset(by requirement: MemberPath, _ settings: Settings, _ found: inout Decisions, _ object: inout SourceObject) {
    let names = requirement["primary"]["methods"]
    // A rule that names no methods is taken to have those of its policy, as one without a requirement has. Anything but a list is not read.
    if !object.mayMean(names) {
      object.assumeWithout(names)
      object.mark(names, .assumed, "the recovery factors of the policy are taken, as by a rule without a requirement")
    }
    let methods =
      object.count(names) > 0
      ? methods(requirement["primary"], &object) : settings.factors.filter { authenticators.recovering.contains($0) }
    set(methods, mailLife: settings.flow.mailLife, &found, object)
    stepUp(requirement["stepUp"], settings, &found, &object)
  }

  private func reset(byFactorsOf settings: Settings, _ found: inout Decisions, _ object: SourceObject) {
    set(settings.factors.filter { authenticators.recovering.contains($0) }, mailLife: settings.flow.mailLife, &found, object)
    guard settings.asksQuestion else { return }
    guard hasQuestion else { return noQuestion(&found, object) }
    found.recovery["step_up"] = "question of \(settings.questionLength) letters"
    found.gaps.append(.init("recovery by the \(object.kind) '\(object.name)'", .assumed, "the question of the policy is asked in addition"))
  }

  private func set(_ methods: [String], mailLife: Int, _ found: inout Decisions, _ object: SourceObject) {
    found.recovery["reset"] = methods.isEmpty ? "with no authenticator" : methods.joined(separator: " or ")
    found.flow.resets = methods.contains("email")
    if found.flow.resets { found.recovery["mail_life"] = "\(mailLife)m" }
    guard methods.contains(where: { $0 != "email" }) else { return }
    found.gaps.append(.init("recovery by the \(object.kind) '\(object.name)'", .assumed, "the mock's flow recovers by mail alone"))
  }

  /// The methods of which one is enough, those of the org that are active.
  private func methods(_ path: MemberPath, _ object: inout SourceObject) -> [String] {
    let list = path["methods"]
    var found: [String] = []
    for place in 0..<object.count(list) {
      guard let method = object.word(list[place], among: ["PUSH", "SMS", "VOICE", "EMAIL", "OTP"])?.lowercased() else { continue }
      guard method == "otp" || authenticators.recovering.contains(method) else {
        object.mark(list[place], .assumed, "no active authenticator of the org has this method for recovery, so nobody can use it")
        continue
      }
      found += method == "otp" ? allowed(path["methodConstraints"], &object) : [method]
    }
    return found
  }

  /// The authenticators whose codes are taken: those that are named.
  private func allowed(_ path: MemberPath, _ object: inout SourceObject) -> [String] {
    var keys: [String] = []
    for place in 0..<object.count(path) where object.word(path[place]["method"], among: ["OTP"]) != nil {
      let allowed = path[place]["allowedAuthenticators"]
      for one in 0..<object.count(allowed) {
        guard let key = object.value(allowed[one]["key"])?.stringValue?.lowercased(), OktaAuthenticators.isKnown(key) else { continue }
        let isActive = authenticators.recovering.contains(key)
        object.mark(allowed[one]["key"], isActive ? .understood : .assumed, isActive ? "" : "it is not active, so nobody can use it")
        if isActive { keys.append(key) }
      }
    }
    return keys
  }

  /// Whether people can have a security question for recovery: not where the org's own is not active, or is for signing in alone.
  private var hasQuestion: Bool {
    authenticators.recovering.contains("security_question") || !authenticators.listed.contains("security_question")
  }

  /// A question is asked, and the org has no active authenticator for it.
  private func noQuestion(_ found: inout Decisions, _ object: SourceObject) {
    found.recovery["step_up"] = "with no authenticator"
    found.gaps.append(
      .init(
        "second proof by the \(object.kind) '\(object.name)'", .assumed,
        "the security question is not active or not for recovery, so no one can answer one"))
  }

  private func stepUp(_ path: MemberPath, _ settings: Settings, _ found: inout Decisions, _ object: inout SourceObject) {
    guard let isRequired = object.flag(path["required"]) else {
      found.doubts.append("whether '\(object.name)' asks for a second proof before a password is reset")
      return
    }
    let methods = path["methods"]
    let asksQuestion = (0..<object.count(methods)).contains { object.word(methods[$0], among: ["SECURITY_QUESTION"]) != nil }
    guard isRequired else { return }
    guard !asksQuestion || hasQuestion else { return noQuestion(&found, object) }
    found.recovery["step_up"] = asksQuestion ? "question of \(settings.questionLength) letters" : "another authenticator"
    found.gaps.append(
      .init(
        "second proof by the \(object.kind) '\(object.name)'", .assumed, "the mock's flow does not ask for one before a password is reset"))
  }
}

extension SourceObject {
  /// The whole number at a path that is not below 0, marked; `nil`, and no mark, if it is none.
  fileprivate mutating func number(_ path: MemberPath) -> Int? {
    guard let number = value(path)?.intValue, (0..<1_000_000_000).contains(number) else { return nil }
    mark(path, .understood)
    return number
  }
}
