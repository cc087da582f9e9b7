import FoundationEssentials

/// Answers of the Management API of a made Okta org as large as a bank's: the same ones in every run.
struct GeneratedOrg {
  private static let root = "https://bank.okta.test/api/v1/"
  static let lists = 40
  static let rules = 500
  static let apps = 300
  static let zones = 25
  static let groups = 2_000
  /// So many of the groups are in rules.
  static let namedGroups = 150

  /// Lines `{"url": …, "body": …}`.
  private(set) var lines: [String] = []
  private var state: UInt64 = 30
  /// Of the one rule of an app that denies where the other org asks, or the other way round.
  private let isChanged: Bool

  /// - Parameter isChanged: whether one rule of an app is another one.
  init(isChanged: Bool = false) {
    self.isChanged = isChanged
    add("groups", (["Everyone"] + (0..<Self.groups).map { "Group \($0)" }).enumerated().map { Self.group($0, $1) })
    add("groups/rules", [])
    add("zones", (0..<Self.zones).map(Self.zone))
    add("authenticators", Self.authenticators)
    for (id, types) in [("a3", ["sms", "voice"]), ("a5", ["totp", "push", "signed_nonce"])] {
      add("authenticators/\(id)/methods", types.map { "{\"type\": \"\($0)\", \"status\": \"ACTIVE\"}" })
    }
    for list in ["behaviors", "device-assurances"] { add(list, []) }
    add("meta/types/user", ["{\"id\": \"t1\", \"name\": \"user\", \"default\": true}"])
    add("apps", (0..<Self.apps).map(Self.app) + [Self.console])
    addAppPolicies()
    addSessionPolicies()
    addOthers()
  }

  /// As a file of the folder that is imported.
  func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try (lines.joined(separator: "\n") + "\n").write(toFile: folder + "/org.jsonl")
  }

  // MARK: Lists

  private mutating func add(_ list: String, _ objects: [String]) {
    lines.append("{\"url\": \"\(Self.root)\(list)\", \"body\": [\(objects.joined(separator: ", "))]}")
  }

  private static func group(_ place: Int, _ name: String) -> String {
    "{\"id\": \"g\(place)\", \"type\": \"\(place == 0 ? "BUILT_IN" : "OKTA_GROUP")\", \"profile\": {\"name\": \"\(name)\"}}"
  }

  private static func zone(_ place: Int) -> String {
    """
    {"id": "z\(place)", "type": "IP", "name": "Zone \(place)", "status": "ACTIVE", "usage": "POLICY", "gateways": \
    [{"type": "CIDR", "value": "192.0.\(place).0/24"}]}
    """
  }

  private static let authenticators = [
    ("a1", "okta_password", "password", ""), ("a2", "okta_email", "email", #", "settings": {"allowedFor": "any"}"#),
    ("a3", "phone_number", "phone", #", "settings": {"allowedFor": "any"}"#), ("a4", "google_otp", "app", ""),
    ("a5", "okta_verify", "app", #", "settings": {"userVerification": "REQUIRED"}"#),
    ("a6", "webauthn", "security_key", #", "settings": {"userVerification": "REQUIRED"}"#),
  ].map { id, key, type, more in
    "{\"id\": \"\(id)\", \"key\": \"\(key)\", \"type\": \"\(type)\", \"status\": \"ACTIVE\", \"name\": \"\(key)\"\(more)}"
  }

  private static func app(_ place: Int) -> String {
    """
    {"id": "app\(place)", "name": "made_app", "label": "App \(place)", "status": "ACTIVE", "signOnMode": \
    "\(place.isMultiple(of: 3) ? "OPENID_CONNECT" : "SAML_2_0")", "settings": {"oauthClient": {"grant_types": ["authorization_code"]}}, \
    \(links("p\(place % lists)"))}
    """
  }

  private static let console = """
    {"id": "console", "name": "saasure", "label": "Okta Admin Console", "status": "ACTIVE", "signOnMode": "OPENID_CONNECT", \(links("p0"))}
    """

  private static func links(_ policy: String) -> String {
    """
    "_links": {"accessPolicy": {"href": "\(root)policies/\(policy)"}, "profileEnrollment": {"href": "\(root)policies/n1"}}
    """
  }

  // MARK: Policies

  private static func policy(_ id: String, _ type: String, _ name: String, _ more: String, system: Bool) -> String {
    """
    {"id": "\(id)", "type": "\(type)", "status": "ACTIVE", "name": "\(name)", "priority": \(system ? 99 : 1 + (Int(id.dropFirst()) ?? 0)), \
    "system": \(system)\(more)}
    """
  }

  private static func rule(_ id: String, _ type: String, _ name: String, _ place: Int?, _ conditions: String, _ actions: String) -> String {
    """
    {"id": "\(id)", "type": "\(type)", "status": "ACTIVE", "name": "\(name)", "priority": \(place ?? 99), "system": \(place == nil), \
    "conditions": \(conditions), "actions": \(actions)}
    """
  }

  private mutating func addAppPolicies() {
    add(
      "policies?type=ACCESS_POLICY",
      (0..<Self.lists).map { Self.policy("p\($0)", "ACCESS_POLICY", "List \($0)", ", \"conditions\": null", system: false) })
    for list in 0..<Self.lists {
      let count = Self.rules / Self.lists + (list < Self.rules % Self.lists ? 1 : 0)
      var rules: [String] = []
      for place in 0..<count {
        let isDenied = (number(5) == 0) != (isChanged && list == 0 && place == count / 2)
        let (conditions, kinds) = (conditions(), 1 + number(2))
        rules.append(
          Self.rule("r\(list)x\(place)", "ACCESS_POLICY", "r\(place)", place, conditions, isDenied ? Self.deny : Self.assurance(kinds)))
      }
      rules.append(Self.rule("r\(list)last", "ACCESS_POLICY", "Catch-all Rule", nil, "null", Self.assurance(2)))
      add("policies/p\(list)/rules", rules)
    }
  }

  private static let deny = #"{"appSignOn": {"access": "DENY"}}"#

  private static func assurance(_ kinds: Int) -> String {
    """
    {"appSignOn": {"access": "ALLOW", "verificationMethod": {"type": "ASSURANCE", "factorMode": "\(kinds)FA", \
    "reauthenticateIn": "PT2H", "constraints": []}}}
    """
  }

  private mutating func addSessionPolicies() {
    let policies = (0..<5).map { place in
      Self.policy("s\(place)", "OKTA_SIGN_ON", "Session \(place)", ", \"conditions\": {\(people(1))}", system: false)
    }
    add("policies?type=OKTA_SIGN_ON", policies + [Self.default("s9", "OKTA_SIGN_ON")])
    for place in 0..<5 {
      add(
        "policies/s\(place)/rules",
        (0..<2).map { Self.rule("q\(place)x\($0)", "SIGN_ON", "s\($0)", $0, conditions(), Self.session(isStrict: $0 == 0)) })
    }
    add("policies/s9/rules", [Self.rule("q9", "SIGN_ON", "Default Rule", nil, "null", Self.session(isStrict: false))])
  }

  private static func session(isStrict: Bool) -> String {
    """
    {"signon": {"access": "ALLOW", "primaryFactor": "PASSWORD_IDP\(isStrict ? "" : "_ANY_FACTOR")", "requireFactor": false, \
    "rememberDeviceByDefault": false, "session": {"usePersistentCookie": false, "maxSessionIdleMinutes": 120, \
    "maxSessionLifetimeMinutes": 480}}}
    """
  }

  /// The default policy of a type, for everybody.
  private static func `default`(_ id: String, _ type: String, _ more: String = "") -> String {
    policy(id, type, "Default Policy", ", \"conditions\": {\"people\": {\"groups\": {\"include\": [\"g0\"]}}}\(more)", system: true)
  }

  private mutating func addOthers() {
    let keys = ["okta_password", "okta_email", "phone_number", "google_otp", "okta_verify", "webauthn"]
    let enrolled = keys.map { "{\"key\": \"\($0)\", \"enroll\": {\"self\": \"OPTIONAL\"}}" }.joined(separator: ", ")
    let settings = ", \"settings\": {\"type\": \"AUTHENTICATORS\", \"authenticators\": [\(enrolled)]}"
    add("policies?type=MFA_ENROLL", [Self.default("e1", "MFA_ENROLL", settings)])
    add("policies/e1/rules", [Self.rule("e1r", "MFA_ENROLL", "Default Rule", nil, "null", #"{"enroll": {"self": "CHALLENGE"}}"#)])
    add("policies?type=PASSWORD", [Self.default("w1", "PASSWORD")])
    let none =
      #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "DENY"}, "selfServiceUnlock": {"access": "DENY"}}"#
    add("policies/w1/rules", [Self.rule("w1r", "PASSWORD", "Default Rule", nil, "null", none)])
    add(
      "policies?type=PROFILE_ENROLLMENT",
      [Self.policy("n1", "PROFILE_ENROLLMENT", "Default Policy", ", \"conditions\": null", system: true)])
    let registering = #"{"profileEnrollment": {"access": "ALLOW", "unknownUserAction": "DENY", "allowedIdentifiers": ["login"]}}"#
    add("policies/n1/rules", [Self.rule("n1r", "PROFILE_ENROLLMENT", "Catch-all Rule", nil, "null", registering)])
    add("policies?type=IDP_DISCOVERY", [Self.policy("i1", "IDP_DISCOVERY", "Routing", ", \"conditions\": null", system: true)])
    let here = #"{"idp": {"idpSelectionType": "SPECIFIC", "providers": [{"type": "OKTA"}], "shouldFallBackToOkta": false}}"#
    add("policies/i1/rules", [Self.rule("i1r", "IDP_DISCOVERY", "Default Rule", nil, "null", here)])
    lines.insert(#"{"url": "https://bank.okta.test/.well-known/okta-organization", "body": {"id": "00obank", "pipeline": "idx"}}"#, at: 0)
  }

  // MARK: Conditions

  private mutating func conditions() -> String {
    var members = [people(1 + number(3), excluded: number(3))]
    if number(3) == 0 {
      members.append("\"network\": {\"connection\": \"ZONE\", \"include\": [\(ids("z", 1 + number(2), of: Self.zones))]}")
    } else if number(4) == 0 {
      members.append("\"network\": {\"connection\": \"ZONE\", \"exclude\": [\(ids("z", 1, of: Self.zones))]}")
    }
    if number(4) == 0 { members.append(#""riskScore": {"level": "HIGH"}"#) }
    if number(5) == 0 { members.append(#""device": {"registered": true, "managed": true}"#) }
    if number(20) == 0 { members.append("\"elCondition\": {\"condition\": \"user.profile.x\(number(1000)) == 'y'\"}") }
    return "{\(members.joined(separator: ", "))}"
  }

  /// Groups from 1 on: the first one is of everybody.
  private mutating func people(_ included: Int, excluded: Int = 0) -> String {
    let include = ids("g", included, of: Self.namedGroups, from: 1)
    let exclude = excluded > 0 ? ", \"exclude\": [\(ids("g", excluded, of: Self.namedGroups, from: 1))]" : ""
    return "\"people\": {\"groups\": {\"include\": [\(include)]\(exclude)}}"
  }

  private mutating func ids(_ letter: String, _ count: Int, of limit: Int, from first: Int = 0) -> String {
    (0..<count).map { _ in "\"\(letter)\(first + number(limit))\"" }.joined(separator: ", ")
  }

  /// From 0 to one below the limit.
  private mutating func number(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % limit
  }
}
