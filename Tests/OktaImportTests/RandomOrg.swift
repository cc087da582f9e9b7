import Encodings

extension MadeOrg {
  /// With rules made at random, of everything that a mock can serve.
  init(seed: UInt64) {
    var random = RandomOrg(seed: seed)
    self.init()
    app = (0..<Int.random(in: 1...5, using: &random.generator)).map { ("Rule \($0)", random.conditions(), random.action()) }
    catchAll = random.action()
    session = (0..<Int.random(in: 0...2, using: &random.generator)).map { place in
      ("Session \(place)", random.sessionConditions(), random.sessionAction())
    }
    enrolment = random.enrolment()
    settingUp = Int.random(in: 0..<8, using: &random.generator) == 0 ? "NEVER" : "CHALLENGE"
  }
}

/// Draws the parts of an org.
private struct RandomOrg {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private static let people = [
    #""people": {"groups": {"include": ["g1"]}}"#, #""people": {"groups": {"include": ["g2"], "exclude": ["g1"]}}"#,
    #""people": {"groups": {"exclude": ["g2"]}}"#, #""people": {"users": {"include": ["00umade"]}}"#,
    #""people": {"users": {"exclude": ["00umade"]}, "groups": {"include": ["g1", "g2"]}}"#,
  ]
  private static let network = [
    #""network": {"connection": "ZONE", "include": ["z1"]}"#, #""network": {"connection": "ZONE", "exclude": ["z2"]}"#,
    #""network": {"connection": "ZONE", "include": ["z1", "z2"]}"#, #""network": {"connection": "ANYWHERE"}"#,
  ]
  private static let risk = ["LOW", "MEDIUM", "HIGH", "ANY"].map { "\"riskScore\": {\"level\": \"\($0)\"}" }
  private static let others = [
    #""device": {"registered": true}"#, #""device": {"registered": true, "managed": true}"#,
    #""device": {"registered": true, "assurance": {"include": ["d1"]}}"#,
    #""platform": {"include": [{"type": "MOBILE", "os": {"type": "IOS"}}]}"#, #""userType": {"include": ["t2"], "exclude": []}"#,
    #""elCondition": {"condition": "user.profile.department == 'x'"}"#,
  ]

  mutating func conditions() -> String {
    var members: [String] = []
    for pool in [Self.people, Self.network, Self.risk, Self.others] where Int.random(in: 0..<5, using: &generator) < 2 {
      members.append(one(of: pool))
    }
    return members.isEmpty ? "null" : "{\(members.joined(separator: ", "))}"
  }

  private static let constraints = [
    "", "", #"{"knowledge": {"types": ["password"]}}"#, #"{"possession": {"deviceBound": "REQUIRED"}}"#,
    #"{"possession": {"phishingResistant": "REQUIRED"}}"#, #"{"possession": {"userVerification": "REQUIRED"}}"#,
    #"{"possession": {"types": ["app"]}}"#, #"{"possession": {"types": ["phone", "email"]}}"#,
    #"{"possession": {"methods": ["otp", "sms"]}}"#,
    #"{"possession": {"excludedAuthenticationMethods": [{"key": "okta_email"}, {"key": "phone_number", "method": "sms"}], "#
      + #""required": false}}"#,
    #"{"possession": {"types": ["phone"]}}, {"possession": {"hardwareProtection": "REQUIRED"}}"#,
  ]
  private static let both = #"{"knowledge": {"types": ["password"]}, "possession": {"deviceBound": "REQUIRED"}}"#
  private static let chains = [
    #"{"authenticationMethods": [{"key": "okta_email", "method": "email"}], "next": [{"authenticationMethods": "#
      + #"[{"key": "okta_password", "method": "password"}]}]}"#,
    #"{"authenticationMethods": [{"key": "webauthn", "method": "webauthn"}]}, {"authenticationMethods": [{"key": "okta_password", "#
      + #""method": "password"}], "next": [{"authenticationMethods": [{"key": "google_otp", "method": "otp"}, "#
      + #"{"key": "phone_number", "method": "sms"}]}]}"#,
    #"{"authenticationMethods": [{"key": "okta_password", "method": "password"}, "#
      + #"{"key": "security_question", "method": "security_question"}], "#
      + #""next": [{"authenticationMethods": [{"key": "okta_verify", "method": "push"}, {"key": "okta_verify", "method": "totp"}]}]}"#,
  ]

  mutating func action() -> String {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return MadeOrg.deny
    case 1:
      return "{\"access\": \"ALLOW\", \"verificationMethod\": {\"type\": \"AUTH_METHOD_CHAIN\", \"reauthenticateIn\": \"PT2H\", "
        + "\"chains\": [\(one(of: Self.chains))]}}"
    case 2...4: return MadeOrg.assurance("1FA", one(of: Self.constraints))
    case 5: return MadeOrg.assurance("2FA", Self.both)
    default: return MadeOrg.assurance("2FA", one(of: Self.constraints))
    }
  }

  mutating func sessionConditions() -> String {
    let members = [Self.network, Self.risk].compactMap { Bool.random(using: &generator) ? one(of: $0) : nil }
    return members.isEmpty ? "null" : "{\(members.joined(separator: ", "))}"
  }

  mutating func sessionAction() -> String {
    one(of: [
      MadeOrg.deny, MadeOrg.anyFactor, MadeOrg.anyFactor.replacing("_ANY_FACTOR", with: ""),
      MadeOrg.anyFactor.replacing("\"requireFactor\": false", with: "\"requireFactor\": true, \"factorPromptMode\": \"ALWAYS\""),
    ])
  }

  mutating func enrolment() -> String {
    let keys = ["okta_password", "okta_email", "phone_number", "google_otp", "okta_verify", "webauthn", "security_question"]
    let entries = keys.compactMap { key -> String? in
      let word = key == "okta_password" ? "REQUIRED" : one(of: ["REQUIRED", "OPTIONAL", "NOT_ALLOWED", ""])
      return word.isEmpty ? nil : "{\"key\": \"\(key)\", \"enroll\": {\"self\": \"\(word)\"}}"
    }
    return "{\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(entries.joined(separator: ", "))]}"
  }
}
