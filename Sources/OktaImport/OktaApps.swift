import Encodings
import TenantDecisions
import TenantImport

/// The org's apps, with the lists of rules by which people sign in to them.
struct OktaApps: Sendable {
  /// An app with its policy.
  struct Planned: Sendable {
    var name: String
    var label: String
    /// `nil` if it has none, or none that is known.
    var policy: String?
    /// The policy of registration, if the app links to one.
    var registration: String?
    /// Whether it is an app of its own, and no policy of Okta's.
    var isApp = true
    var isForAdministrators: Bool
    /// Whether it represents apps that the folder does not have.
    var standsForOthers = false
    var takesJourneys: Bool
    /// What it may ask for; empty for an app at which no journey begins.
    var scopes: [String] = []
    /// The app, if its status does not say whether it is switched on, or it says what is not read.
    var unclear: OktaItem?
    /// What it says that is not read, each with a digest.
    var doubts: [String] = []
  }

  private(set) var planned: [Planned] = []
  /// By their ids, the names of apps.
  private(set) var names: [String: String] = [:]

  /// Apps of Okta itself with which administrators or people change what is kept of them.
  private static let administrative = ["saasure": "Okta Admin Console", "okta_enduser": "Okta Dashboard"]
  private static let modes = [
    "AUTO_LOGIN", "BASIC_AUTH", "BOOKMARK", "BROWSER_PLUGIN", "OPENID_CONNECT", "SAML_1_1", "SAML_2_0", "SECURE_PASSWORD_STORE",
    "WS_FEDERATION",
  ]
  static let accountManagement = "account-management"
  private static let unseen = [
    "id", "orn", "created", "lastUpdated", "accessibility", "visibility", "features", "universalLogout", "profile", "licensing", "_links",
    "_embedded", "expressConfiguration",
  ]

  /// Reads the apps, and marks their members.
  ///
  /// - Parameters:
  ///   - hasAll: whether the whole list of apps is there.
  ///   - hasPolicies: whether the whole list of their policies is.
  init(_ apps: inout [OktaItem], policies: [OktaItem], hasAll: Bool, hasPolicies: Bool, gaps: inout [ImportReport.Gap]) {
    var found: [(id: String, app: Planned, created: String)] = []
    for place in apps.indices {
      if let app = Self.planned(&apps[place], gaps: &gaps) { found.append((apps[place].id, app, apps[place].created)) }
    }
    let policiesOfAdministrators = policies.filter { policy in
      policy.isActive && policy.type == OktaPolicyType.app.rawValue
    }
    for (name, label) in Self.administrative.sorted(by: { $0.key < $1.key }) where !apps.contains(where: { $0.appType == name }) {
      guard let policy = policiesOfAdministrators.first(where: { $0.name == label }) else {
        gaps.append(.init("app '\(label)'", .missing, "how administrators sign in to it is not known"))
        if !hasAll || !hasPolicies {
          found.append(
            (name, Planned(name: "", label: label, isForAdministrators: true, standsForOthers: true, takesJourneys: false), ""))
        }
        continue
      }
      gaps.append(.init("app '\(label)'", .assumed, "it is not in the folder: it has the policy of that name"))
      found.append((name, Planned(name: "", label: label, policy: policy.id, isForAdministrators: true, takesJourneys: false), ""))
    }
    if let policy = policiesOfAdministrators.first(where: \.isAccountManagement) {
      let label = "Account management"
      found.append(
        (policy.id, Planned(name: "", label: label, policy: policy.id, isApp: false, isForAdministrators: true, takesJourneys: false), ""))
    } else {
      gaps.append(
        .init("policy of account management", .missing, "what people are asked for when they change what proves them is not known"))
      if !hasPolicies || policiesOfAdministrators.contains(where: \.isOfUnknownResource) {
        found.append(
          (
            "",
            Planned(
              name: "", label: "Account management", isApp: false, isForAdministrators: true, standsForOthers: true, takesJourneys: false),
            ""
          ))
      }
    }
    if !hasAll {
      found.append(
        ("", Planned(name: "", label: "Other apps", isForAdministrators: false, standsForOthers: true, takesJourneys: false), ""))
    }
    found.sort { ($0.app.isForAdministrators ? 0 : 1, $0.app.label, $0.id) < ($1.app.isForAdministrators ? 0 : 1, $1.app.label, $1.id) }
    var unique = UniqueNames(reserved: ["none"])
    let slugs = unique.names(
      of: found.map { ($0.id, Self.slug($0.app.label)) }, created: found.map(\.created), joined: { "\($0)-\($1)" })
    for (place, slug) in slugs.enumerated() {
      found[place].app.name = slug
      names[found[place].id] = slug
    }
    planned = found.map(\.app)
  }

  private static func slug(_ label: String) -> String {
    let slug = SourceText.slug(label, joinedBy: "-")
    return slug.isEmpty ? "app" : slug
  }

  private static func planned(_ item: inout OktaItem, gaps: inout [ImportReport.Gap]) -> Planned? {
    let unseen = "not part of what people are asked for"
    item.object.mark(Self.unseen, .outside, unseen)
    item.object.mark(["credentials", "settings"], .outside, "how the app is connected: the mock has an address of its own")
    item.object.mark(["name", "label", "status"], .understood)
    _ = item.object.word("signOnMode", among: Self.modes)
    if item.status == .unknown { item.object.mark(["status"], .notUnderstood, OktaStatus.reason) }
    guard item.isActive else { return nil }
    let oauth = item.object.json["settings"]?["oauthClient"]
    if oauth?["application_type"]?.stringValue == "service" {
      item.object.mark("settings.oauthClient.application_type", .understood)
      return nil
    }
    let link: MemberPath = "_links.accessPolicy.href"
    let policy = item.object.text(link).map { OktaPath($0) }.flatMap(\.id)
    let registration = item.object.text("_links.profileEnrollment.href").map { OktaPath($0) }.flatMap(\.id)
    if policy == nil { item.object.mark("label", .missing, "no link to its policy: what it asks for is an open flag") }
    if item.object.json["settings"]?["implicitAssignment"] != nil {
      item.object.mark("settings.implicitAssignment", .assumed, "everybody is taken for assigned to every app")
    }
    let consent: MemberPath = "settings.oauthClient.consent_method"
    if let word = item.object.value(consent)?.stringValue?.uppercased(), word != "TRUSTED" {
      item.object.mark(consent, .assumed, "no one is asked to consent to what the app may do")
    }
    let isClient = item.object.json["signOnMode"]?.stringValue == "OPENID_CONNECT" && administrative[item.appType ?? ""] == nil
    let scopes = isClient ? scopes(&item, gaps: &gaps) : []
    let unread = item.object.unread(below: MemberPath())
    for path in unread { item.object.mark(path, .notUnderstood, "what it asks for is an open flag") }
    return Planned(
      name: "", label: item.name, policy: policy, registration: registration,
      isForAdministrators: item.appType.map { administrative[$0] != nil } ?? false,
      takesJourneys: isClient, scopes: scopes,
      unclear: item.status == .unknown || !unread.isEmpty ? item : nil, doubts: unread.map(item.object.doubt))
  }
}

/// What apps may ask for.
extension OktaApps {
  /// What the org's own authorization server gives every app for a person.
  static let usualScopes = ["openid", "profile", "email", "address", "phone"]
  static let assumedScopes = ImportReport.Gap(
    "scopes of apps", .assumed,
    "an app may ask for \(usualScopes.dropLast().joined(separator: ", ")) and \(usualScopes.last ?? ""), as at the org's own authorization server: "
      + "what the access policies of another server allow is not read")

  /// The scopes of every app, and the one for a refresh token if the app's grant types have that.
  private static func scopes(_ item: inout OktaItem, gaps: inout [ImportReport.Gap]) -> [String] {
    let path: MemberPath = "settings.oauthClient.grant_types"
    guard let types = item.object.value(path)?.arrayValue else {
      if item.object.says(path) { item.object.mark(path, .notUnderstood, "the app gets no refresh token") }
      gaps.append(.init("grant types of the app '\(item.name)'", .missing, "the app gets no refresh token"))
      return usualScopes
    }
    // The other grant types say how an app gets a token, and not which ones.
    let ofRefresh = types.indices.filter { types[$0].stringValue == "refresh_token" }
    for place in ofRefresh { item.object.mark(path[place], .understood) }
    return usualScopes + (ofRefresh.isEmpty ? [] : ["offline_access"])
  }
}

extension OktaItem {
  /// The kind of app, e.g. `oidc_client`.
  fileprivate var appType: String? { object.json["name"]?.stringValue }

  /// Whether it decides what people may change of what proves them, and belongs to no app.
  var isAccountManagement: Bool { resourceType == "END_USER_ACCOUNT_MANAGEMENT" }

  /// What a policy of apps is about, in capitals; one that does not say it is about apps.
  private var resourceType: String? { object.json["_embedded"]?["resourceType"]?.stringValue?.uppercased() }

  /// Whether it is not known what the policy is about.
  var isOfUnknownResource: Bool {
    let said = object.json["_embedded"]?["resourceType"] ?? .null
    return said != .null && !["APP", "END_USER_ACCOUNT_MANAGEMENT"].contains(resourceType)
  }
}
