import Encodings
import TenantDecisions
import TenantImport

/// What the org's authenticators are worth to rules.
struct OktaAuthenticators: Sendable {
  /// A method of an authenticator, which rules name by key and method, and by id where an org has several of a key.
  struct Method: Sendable, Hashable {
    var key: String
    var id: String?
    var known: KnownAuthenticator
  }

  private(set) var methods: [Method] = []
  /// Whether the org's own list is in the folder as a whole.
  private(set) var isWhole = true
  /// What is not known of the authenticators that people may use, each with a digest.
  private(set) var doubts: [String] = []

  /// Methods and keys of those that are active and may be used to recover.
  private(set) var recovering: Set<String> = []
  /// The keys of those of the folder, active or not.
  private(set) var listed: Set<String> = []

  var known: [KnownAuthenticator] { methods.map(\.known) }

  /// The names of what a rule calls by key, method and id.
  func names(key: String, method: String?, id: String?) -> Set<String> {
    let wanted = Self.oneKey[key] ?? (key, method)
    return Set(
      methods.filter { one in
        one.key == wanted.0 && (wanted.1 == nil || one.known.method == wanted.1) && (id == nil || one.id == nil || one.id == id)
      }.map(\.known.name))
  }

  /// Whether a key is one that the import knows.
  static func isKnown(_ key: String) -> Bool { oneKey[key] != nil || rows.contains { $0.key == key } }

  /// Methods of Okta Verify that some orgs have as authenticators of their own.
  private static let oneKey: [String: (String, String?)] = [
    "okta_verify_push": ("okta_verify", "push"), "okta_verify_totp": ("okta_verify", "totp"),
    "okta_verify_fastpass": ("okta_verify", "signed_nonce"),
  ]

  /// A row of the vendor's table of authenticators.
  private struct Row {
    var key: String
    var method: String
    var name: String
    var type: String
    var proves: Set<ProofKind> = [.possession]
    var properties: Set<ProofProperty> = []
    /// Those that it has only in some configurations, devices or flows.
    var sometimes: Set<ProofProperty> = []
    /// Whether it also counts as what a person is, where the device checks who holds it.
    var verifies = false
  }

  private static let rows = [
    Row(key: "okta_password", method: "password", name: "password", type: "password", proves: [.knowledge]),
    Row(key: "security_question", method: "security_question", name: "question", type: "security_question", proves: [.knowledge]),
    Row(key: "okta_email", method: "email", name: "email", type: "email"),
    Row(key: "phone_number", method: "sms", name: "sms", type: "phone"),
    Row(key: "phone_number", method: "voice", name: "voice", type: "phone"),
    Row(key: "google_otp", method: "otp", name: "otp", type: "app", properties: [.deviceBound]),
    Row(key: "okta_verify", method: "totp", name: "okta_verify_code", type: "app", properties: [.deviceBound], sometimes: [.presence]),
    Row(
      key: "okta_verify", method: "push", name: "okta_verify_push", type: "app", properties: [.deviceBound, .hardware],
      sometimes: [.presence], verifies: true),
    Row(
      key: "okta_verify", method: "signed_nonce", name: "okta_verify_fastpass", type: "app",
      properties: [.deviceBound, .hardware, .phishingResistant], sometimes: [.hardware, .phishingResistant, .presence], verifies: true),
    Row(
      key: "webauthn", method: "webauthn", name: "passkey", type: "security_key", properties: [.deviceBound, .phishingResistant],
      verifies: true),
    Row(
      key: "custom_app", method: "push", name: "custom_app", type: "app", properties: [.deviceBound, .hardware], sometimes: [.hardware],
      verifies: true),
    Row(key: "symantec_vip", method: "otp", name: "symantec_vip", type: "app", properties: [.deviceBound]),
    Row(key: "custom_otp", method: "otp", name: "custom_otp", type: "security_key", properties: [.deviceBound]),
    Row(key: "onprem_mfa", method: "otp", name: "onprem_mfa", type: "security_key", properties: [.deviceBound]),
    Row(key: "rsa_token", method: "otp", name: "rsa_token", type: "security_key", properties: [.deviceBound]),
    Row(key: "yubikey_token", method: "otp", name: "yubikey_token", type: "security_key", properties: [.deviceBound, .hardware]),
    Row(key: "duo", method: "duo", name: "duo", type: "app", properties: [.deviceBound], sometimes: [.deviceBound]),
    Row(key: "external_idp", method: "idp", name: "external_idp", type: "federated"),
    Row(
      key: "smart_card_idp", method: "cert", name: "smart_card_idp", type: "federated", proves: [.knowledge, .possession, .inherence],
      properties: [.deviceBound, .hardware, .phishingResistant, .userVerification], sometimes: [.hardware, .userVerification]),
  ]
  /// Those of which an org may have several.
  private static let custom: Set<String> = ["custom_app", "custom_otp", "external_idp"]
  /// Taken for active where the list was not fetched.
  private static let usual: Set<String> = [
    "okta_password", "security_question", "okta_email", "phone_number", "google_otp", "okta_verify", "webauthn",
  ]

  /// Reads the authenticators and their methods, and marks their members.
  ///
  /// - Parameters:
  ///   - partial: the lists that may lack something.
  ///   - isMissing: what is said of a list that is not in the folder, with the folder's digest.
  init(
    _ authenticators: inout [OktaItem], methods items: inout [OktaItem], partial: OktaPartialLists, isMissing: String,
    gaps: inout [ImportReport.Gap]
  ) {
    guard !authenticators.isEmpty else {
      isWhole = false
      doubts = ["the list of authenticators\(isMissing)"]
      gaps.append(.init("list of authenticators", .missing, "Okta's default ones are assumed to be active"))
      recovering = Set(Self.rows.flatMap { [$0.key, $0.method] })
      methods = Self.rows.filter { Self.usual.contains($0.key) }.map { Self.method($0, name: $0.name, id: nil, verifies: $0.verifies) }
      return
    }
    if partial.contains(.authenticator) {
      isWhole = false
      doubts = ["a part of the list of authenticators\(isMissing)"]
    }
    var names = UniqueNames(reserved: Set(Self.rows.filter { !Self.custom.contains($0.key) }.map(\.name)))
    for place in authenticators.indices {
      let item = authenticators[place]
      let own = items.indices.filter { items[$0].parent == item.id }
      for place in own { items[place].object.name = "\(item.name)/\(items[place].name)" }
      read(&authenticators[place].object, item, methods: own, &items, &names, &gaps)
      if item.isActive, partial.contains(.method, of: item.id) { doubts.append("a part of the methods of '\(item.name)'\(isMissing)") }
      addDoubts(&authenticators[place], methods: own, &items, isMissing)
    }
  }

  private mutating func read(
    _ object: inout SourceObject, _ item: OktaItem, methods own: [Int], _ items: inout [OktaItem], _ names: inout UniqueNames,
    _ gaps: inout [ImportReport.Gap]
  ) {
    object.mark(["id", "created", "lastUpdated", "_links", "description", "provider"], .outside, "not part of what people are asked for")
    object.mark(["type", "name", "status"], .understood)
    Self.markSettings(&object)
    let key = object.json["key"]?.stringValue ?? ""
    let rows = Self.rows.filter { $0.key == key }
    guard !rows.isEmpty else { return object.mark(["key"], .notUnderstood, "no authenticator of this key is known") }
    object.mark(["key"], .understood)
    listed.insert(key)
    let allowed = object.json["settings"]?["allowedFor"]?.stringValue?.lowercased()
    let isAllowed = Self.isAllowed(&object, allowed)
    if item.status == .unknown { object.mark(["status"], .notUnderstood, OktaStatus.reason) }
    let isUsed = item.isActive && isAllowed != false
    if rows.count > 1, own.isEmpty, item.isActive {
      gaps.append(.init("methods of the authenticator '\(item.name)'", .missing, "all of them are taken for active"))
    }
    var verifies = Self.verifies(&object)
    for row in rows {
      var isActive = isUsed
      if let place = own.first(where: { items[$0].type.lowercased() == row.method }) {
        isActive = isActive && items[place].isActive
        Self.markMethod(&items[place].object)
        if items[place].status == .unknown { items[place].object.mark(["status"], .notUnderstood, OktaStatus.reason) }
        verifies = Self.verifies(&items[place].object) ?? verifies
      } else if !own.isEmpty, rows.count > 1 {
        isActive = false
      }
      let isOn =
        item.isActive
        && (own.isEmpty || rows.count == 1 || own.contains { items[$0].type.lowercased() == row.method && items[$0].isActive })
      if isOn, allowed != "sso", allowed != "none" { recovering.formUnion([row.key, row.method]) }
      guard isActive, Self.custom.contains(key) || !methods.contains(where: { $0.known.name == row.name }) else { continue }
      if row.verifies, verifies == nil, own.isEmpty, rows.count == 1 {
        gaps.append(
          .init("methods of the authenticator '\(item.name)'", .missing, "whether it counts as two kinds of proof is an open flag"))
      } else if row.verifies, verifies == nil {
        // The key's methods have it where there is one of them alone.
        if rows.count == 1, let place = own.first(where: { items[$0].type.lowercased() == row.method }) {
          items[place].object.assumeWithout("settings.userVerification")
        } else {
          object.assumeWithout("settings.userVerification")
        }
        gaps.append(
          .init(
            "user verification of '\(item.name)' (\(row.method))", .assumed, "the device checks who holds it, so it counts as two kinds"))
      }
      let sometimes = ProofProperty.allCases.filter { row.sometimes.contains($0) && $0 != .presence }
      if !sometimes.isEmpty {
        gaps.append(
          .init(
            "\(sometimes.map(\.rawValue).joined(separator: ", ")) of '\(item.name)' (\(row.method))", .assumed,
            "it has that on some devices, or in some configurations: people are taken to have it"))
      }
      let name =
        Self.custom.contains(key) ? names.names(of: [(item.id, Self.customName(item, row))], joined: { "\($0)_\($1)" })[0] : row.name
      methods.append(
        Self.method(row, name: name, id: Self.custom.contains(key) ? item.id : nil, verifies: row.verifies && verifies != false))
    }
  }

  /// Why a mock cannot have the authenticators of an org; `nil` if it can.
  ///
  /// - Parameter items: all authenticators of the folder.
  func tooMany(of items: [OktaItem]) -> String? {
    // The flow of a mock knows those that Okta has in every org, whatever the org has.
    let fixed = Set(Self.rows.filter { !Self.custom.contains($0.key) }.map(\.name))
    let own = methods.filter { !fixed.contains($0.known.name) }
    let most = Self.most - fixed.count
    guard own.count > most else { return nil }
    let file = items.first { $0.id == own[most].id }?.file ?? ""
    let name = SourceText.line(file)
    return "the org has \(own.count) authenticators of its own, and a mock tells at most \(most) apart: '\(name)' is one too many"
  }

  /// As many authenticators as rules tell apart.
  private static let most = 60

  /// Adds what is not known of an authenticator and its methods; one that is switched off is not used, whatever else it says.
  private mutating func addDoubts(_ item: inout OktaItem, methods own: [Int], _ items: inout [OktaItem], _ isMissing: String) {
    guard item.isActive else { return }
    if item.status == .unknown { doubts.append(item.object.doubt("status")) }
    let allowed: MemberPath = "settings.allowedFor"
    if Self.isAllowed(&item.object, item.object.value(allowed)?.stringValue?.lowercased()) == nil {
      doubts.append(item.object.says(allowed) ? item.object.doubt(allowed) : "whether people may sign in with '\(item.name)'")
    }
    doubts += Self.unread(&item.object)
    let rows = Self.rows.filter { $0.key == item.object.json["key"]?.stringValue }
    if rows.isEmpty { doubts.append(item.object.doubt("key")) }
    let isVerified = item.object.says("settings.userVerification")
    if own.isEmpty, rows.count > 1 || rows.contains(where: \.verifies) && !isVerified {
      doubts.append("methods of '\(item.name)'\(isMissing)")
    }
    for place in own where !rows.isEmpty && items[place].isActive {
      if !rows.contains(where: { $0.method == items[place].type.lowercased() }) {
        doubts.append(items[place].object.doubt("type"))
        items[place].object.mark(["type"], .notUnderstood, "no method of this type is known")
        continue
      }
      if items[place].status == .unknown { doubts.append(items[place].object.doubt("status")) }
      doubts += Self.unread(&items[place].object)
    }
  }

  /// Marks what is not read of an authenticator or method.
  private static func unread(_ object: inout SourceObject) -> [String] {
    let paths = object.unread(below: MemberPath())
    for path in paths { object.mark(path, .notUnderstood, "what it is worth is an open flag") }
    return paths.map(object.doubt)
  }

  private static let sayingWhatFor: Set<String> = ["okta_email", "phone_number", "security_question"]

  /// Whether people may sign in with it; `nil` if that is not known.
  private static func isAllowed(_ object: inout SourceObject, _ word: String?) -> Bool? {
    let path: MemberPath = "settings.allowedFor"
    // Those that may be for recovery alone say so.
    guard object.says(path) else { return sayingWhatFor.contains(object.json["key"]?.stringValue ?? "") ? nil : true }
    object.mark(path, .understood)
    switch word {
    case "any", "sso": return true
    case "recovery", "none": return false
    default:
      object.mark(path, .notUnderstood, "whether people may sign in with it is not known")
      return nil
    }
  }

  private static func customName(_ item: OktaItem, _ row: Row) -> String {
    let slug = SourceText.slug(item.name, joinedBy: "_")
    return slug.isEmpty ? row.name : slug
  }

  private static func markMethod(_ object: inout SourceObject) {
    object.mark(["type", "status"], .understood)
    object.mark(["_links", "id"], .outside, "not part of what people are asked for")
    markSettings(&object)
  }

  /// What settings can be that say how it is set up or sent; none where any value can.
  private static let settings: [String: [String]] = [
    "tokenLifetimeInMinutes": [], "appInstanceId": [], "oauthClientId": [], "algorithm": [], "algorithms": [], "encoding": [],
    "passCodeLength": [], "timeIntervalInSeconds": [], "acceptableAdjacentIntervals": [], "aaguidGroups": [], "rpId": [],
    "transactionTypes": ["LOGIN", "CIBA"], "compliance": ["REQUIRED", "OPTIONAL"], "enrollmentSecurityLevel": ["ANY", "HIGH"],
    "channelBinding": ["NUMBER_CHALLENGE", "ALWAYS", "HIGH_RISK_ONLY", "NEVER"], "userVerificationMethods": ["BIOMETRICS", "PIN"],
    "keyProtection": ["ANY", "HARDWARE"], "showSignInWithOV": ["ALWAYS", "NEVER"], "attachment": ["ANY", "BUILT_IN", "ROAMING"],
    "enableAutofillUI": [], "showSignInWithAPasskeyButton": [],
  ]

  /// Those that change screens, with what is assumed of them.
  private static let onScreens = [
    "channelBinding": "no number has to be entered or chosen for a push",
    "showSignInWithOV": "the first screen has the same buttons whatever it says",
    "showSignInWithAPasskeyButton": "the first screen has the same buttons whatever it says",
    "enableAutofillUI": "no passkey is offered in the field for the name",
  ]

  /// How long a code by mail is good in every mock, in minutes.
  private static let usualLife = 5

  /// Marks the settings that do not say what it counts as; any other setting, and any other word, stays without a mark.
  private static func markSettings(_ object: inout SourceObject) {
    let members = object.members()
    for path in object.paths(below: "settings") {
      guard case .member(let name)? = path.steps.last, let known = settings[name] else { continue }
      let isKnown = members.filter { $0.path.steps.starts(with: path.steps) && object.says($0.path) }.allSatisfy { member in
        known.isEmpty || object.value(member.path)?.stringValue.map { known.contains($0.uppercased()) } ?? false
      }
      guard isKnown else { continue }
      if let reason = onScreens[name] {
        object.mark(path, .assumed, reason)
      } else if name == "tokenLifetimeInMinutes" {
        let isUsual = object.value(path)?.intValue == usualLife
        object.mark(path, isUsual ? .understood : .assumed, isUsual ? "" : "a code by mail is good for \(usualLife) minutes")
      } else {
        object.mark(path, .outside, "how it is set up or sent, and not what it counts as")
      }
    }
    object.markRest(below: "settings")
  }

  /// Whether a device checks who holds it; `nil` where the configuration does not say.
  private static func verifies(_ object: inout SourceObject) -> Bool? {
    switch object.json["settings"]?["userVerification"]?.stringValue?.uppercased() {
    case "REQUIRED":
      object.mark("settings.userVerification", .understood)
      return true
    case "PREFERRED":
      object.mark("settings.userVerification", .assumed, "the device checks who holds it, where it can: it counts as two kinds")
      return true
    case "DISCOURAGED":
      object.mark("settings.userVerification", .understood)
      return false
    default: return nil
    }
  }

  private static func method(_ row: Row, name: String, id: String?, verifies: Bool) -> Method {
    var known = KnownAuthenticator(
      name: name, type: row.type, method: row.method, proves: verifies ? row.proves.union([.inherence]) : row.proves,
      properties: row.properties.union(verifies ? [.presence, .userVerification] : [.presence]))
    known.sometimes = row.sometimes
    return Method(key: row.key, id: id, known: known)
  }
}
