import Encodings
package import TenantImport

/// Puts a Terraform plan over the answers of an org, so that what is imported is the org as it will be.
///
/// Only what the plan changes is changed: of everything else, and of what no resource has, the org's own answers are kept.
package struct OktaPlan: Sendable {
  /// The folder with the plan's changes.
  package var folder: SourceFolder { original.with(objects.answers) }
  /// What the plan does, a line for each resource that it changes.
  package private(set) var lines: [String] = []
  /// Where the org is not as the plan's state has it; lower case, without a full stop.
  package private(set) var differences: [String] = []
  /// What the plan leaves open, or is assumed of it.
  package internal(set) var gaps: [ImportReport.Gap] = []

  private let original: SourceFolder
  var objects: PlannedObjects
  /// The ids of resources by their addresses.
  private(set) var ids: [String: String] = [:]
  /// What the plan gives a place among others.
  var placed: [PlannedObjects.List: Set<String>] = [:]

  package init(_ plan: TerraformPlan, over folder: SourceFolder) {
    original = folder
    objects = PlannedObjects(folder.answers)
    let changes = plan.changes.flatMap(PlannedRules.spread)
    for change in changes { note(id: change) }
    for change in changes { compare(change) }
    for change in Self.inOrder(changes) where change.action != .nothing { apply(change) }
    if !plan.isComplete { lines.append("is of a part of the code alone") }
    for (list, ids) in placed.sorted(by: { $0.key < $1.key }) { order(list, ids) }
  }

  private static let file = "the plan"

  private mutating func note(id change: TerraformPlan.Change) {
    switch change.action {
    // An address may have any sign in it.
    case .create, .replace: ids[change.address] = "planned\(MeaningDigest.of(change.address))"
    case .nothing, .update, .delete: ids[change.address] = change.before["id"]?.stringValue
    }
  }

  /// What goes goes first, as something new may take its place; then policies come before their rules, and apps after them.
  private static func inOrder(_ changes: [TerraformPlan.Change]) -> [TerraformPlan.Change] {
    func rank(_ change: TerraformPlan.Change) -> Int {
      if change.action == .delete { return 0 }
      switch PlannedKind.all[change.type]?.kind {
      case .rule: return 2
      case .app: return 3
      case nil: return 4
      default: return 1
      }
    }
    return changes.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  // MARK: The org as it is

  /// Compares what the plan's state says with the org: a plan of another state cannot be applied to this one.
  private mutating func compare(_ change: TerraformPlan.Change) {
    guard let kind = PlannedKind.all[change.type], !change.before.isNull, let id = change.before["id"]?.stringValue else { return }
    let what = describe(change)
    guard let object = objects[id] else {
      if change.action != .delete { differences.append("\(what) is in the plan's state and not in the org") }
      return
    }
    for member in kind.members where member.isComparable {
      let (planned, found) = (member.value(change.before)?.meaning ?? "-", object.value(at: member.path[...])?.meaning ?? "-")
      // What the plan does not mention stays as the org has it.
      guard planned != found, planned != "-", found != "-" || !["false", "0", "\"\""].contains(planned) else { continue }
      differences.append("'\(member.path.joined(separator: "."))' of \(what) is not what the plan's state has")
    }
  }

  // MARK: The org as it will be

  private mutating func apply(_ change: TerraformPlan.Change) {
    let what = describe(change)
    guard let kind = PlannedKind.all[change.type] else { return link(change, what) }
    switch change.action {
    case .nothing: return
    case .delete: remove(change, kind, what)
    case .replace:
      remove(change, kind, what)
      create(change, kind, what)
    case .create: create(change, kind, what)
    case .update: update(change, kind, what)
    }
  }

  /// An authenticator is switched off, and what Okta made stays: neither can be deleted.
  private mutating func remove(_ change: TerraformPlan.Change, _ kind: PlannedKind, _ what: String) {
    guard let id = change.before["id"]?.stringValue, let object = objects[id] else { return lines.append("removes \(what)") }
    if kind.kind == .authenticator {
      lines.append("switches off \(what)")
      objects.change(id) { $0.setting(.string("INACTIVE"), at: ["status"]) ?? $0 }
    } else if object["system"]?.boolValue == true {
      lines.append("gives up \(what): the org keeps it")
    } else {
      lines.append("removes \(what)")
      objects.remove([id])
    }
  }

  /// The authenticator that an org has already, which a new resource of it only takes over.
  private func known(_ change: TerraformPlan.Change, _ kind: PlannedKind) -> String? {
    guard kind.kind == .authenticator, let key = change.after["key"]?.stringValue, !key.hasPrefix("custom_") else { return nil }
    return objects.id { $0["key"]?.stringValue?.lowercased() == key.lowercased() && $0["actions"] == nil }
  }

  private mutating func update(_ change: TerraformPlan.Change, _ kind: PlannedKind, _ what: String) {
    guard let id = change.before["id"]?.stringValue, let object = objects[id] else {
      lines.append("changes \(what), which is not in the folder")
      return lose(kind, change, "the plan changes \(what), which is not in the folder")
    }
    let after = resolved(change, kind, what)
    var changed = object
    for member in kind.members {
      let (old, new) = (member.value(change.before), member.value(after))
      guard old?.meaning ?? "-" != new?.meaning ?? "-" else { continue }
      changed = changed.setting(new, at: member.path[...]) ?? .null
      if member.path == ["priority"] { place(id, kind) }
    }
    if kind.policy == .enrolment, kind.kind == .policy {
      changed = PlannedEnrolment.applied(to: changed, before: change.before, after: after, unknown: change.unknown)
    }
    let hasMethods = kind.kind == .authenticator && changeMethods(of: id, change, what)
    guard changed != object || hasMethods else {
      return lines.append("changes \(what), in nothing that is imported")
    }
    lines.append("changes \(what)")
    objects.change(id) { _ in changed }
  }

  /// Changes the methods of an authenticator that are blocks of its resource.
  ///
  /// - Returns: whether the plan has another value for one.
  private mutating func changeMethods(of id: String, _ change: TerraformPlan.Change, _ what: String) -> Bool {
    func methods(_ values: JSONValue) -> [String: JSONValue] {
      let all = (values["method"]?.arrayValue ?? []).compactMap { method in method["type"]?.stringValue.map { ($0.lowercased(), method) } }
      return Dictionary(all, uniquingKeysWith: { _, last in last })
    }
    let (before, after) = (methods(change.before), methods(change.after))
    var changes: [String: (JSONValue) -> JSONValue] = [:]
    for (type, method) in after where before[type]?.meaning != method.meaning {
      changes[type] = { known in
        var known = known.setting(method["status"], at: ["status"]) ?? known
        // Which of the settings the plan writes is not read.
        if (before[type]?["settings"]?.meaning ?? "-") != (method["settings"]?.meaning ?? "-") {
          known = known.setting(JSONValue.knownLater, at: ["settings"]) ?? known
        }
        return known
      }
    }
    guard !changes.isEmpty || change.unknown.contains("method") else { return false }
    if !objects.change(methodsOf: id, changes).isEmpty || change.unknown.contains("method") {
      objects.miss("/api/v1/authenticators/\(id)/methods", "the plan changes methods of \(what) in a way that is not read", from: Self.file)
    }
    return true
  }

  private mutating func create(_ change: TerraformPlan.Change, _ kind: PlannedKind, _ what: String) {
    if let id = known(change, kind) {
      var change = change
      change.before = .object([.init("id", .string(id))])
      return update(change, kind, what)
    }
    guard let id = ids[change.address] else { return }
    lines.append("adds \(what)")
    let after = resolved(change, kind, what)
    var object = JSONValue.object([.init("id", .string(id)), .init("system", .bool(false))])
    for member in kind.made + kind.members {
      if let value = member.value(after) { object = object.setting(value, at: member.path[...]) ?? .null }
    }
    if object["status"] == nil, kind.kind.hasStatus { object = object.setting(.string("ACTIVE"), at: ["status"]) ?? .null }
    if kind.policy == .enrolment, kind.kind == .policy {
      object = PlannedEnrolment.applied(to: object, before: .null, after: after, unknown: change.unknown)
    }
    switch kind.kind {
    case .rule:
      guard let policy = after["policy_id"]?.stringValue else {
        return lose(kind, change, "\(what) is added to a policy that is not known before the plan is applied")
      }
      objects.add(object, at: "/api/v1/policies/\(policy)/rules/\(id)", from: Self.file)
      place(id, kind)
    case .policy:
      objects.add(object, at: "/api/v1/policies/\(id)", from: Self.file)
      objects.add(.array(kind.policy == .app ? [catchAll(change, what)] : []), at: "/api/v1/policies/\(id)/rules", from: Self.file)
      if kind.policy != .app { place(id, kind) }
    case .app:
      if object.value(at: ["_links", "accessPolicy"]) == nil { object = withDefaultPolicy(object, what) }
      fallthrough
    default: if let path = Self.path(kind.kind) { objects.add(object, at: "\(path)/\(id)", from: Self.file) }
    }
  }

  /// The rule that Okta adds to a new policy of apps, and that no plan has.
  private mutating func catchAll(_ change: TerraformPlan.Change, _ what: String) -> JSONValue {
    let denies = change.after["catch_all"]?.boolValue == false
    gaps.append(
      .init(
        "catch-all rule of \(what)", .assumed,
        denies ? "it denies access, as 'catch_all' is false" : "it asks for any two factors, as Okta makes it: no plan has it"))
    let id = "planned\(MeaningDigest.of("catch-all of \(change.address)"))"
    let assurance: [JSONValue.Member] = [
      .init("type", .string("ASSURANCE")), .init("factorMode", .string("2FA")), .init("reauthenticateIn", .string("PT12H")),
      .init("constraints", .array([])),
    ]
    return .object([
      .init("id", .string(id)), .init("name", .string("Catch-all Rule")), .init("type", .string(OktaPolicyType.app.rawValue)),
      .init("status", .string("ACTIVE")), .init("priority", .integer(99)), .init("system", .bool(true)), .init("conditions", .null),
      .init(
        "actions",
        .object([
          .init(
            "appSignOn",
            .object([.init("access", .string(denies ? "DENY" : "ALLOW")), .init("verificationMethod", .object(assurance))]))
        ])),
    ])
  }

  /// An app without a policy has the org's default one.
  private mutating func withDefaultPolicy(_ app: JSONValue, _ what: String) -> JSONValue {
    guard let policy = objects.policies(of: .app).first(where: { objects[$0]?["system"]?.boolValue == true }) else { return app }
    gaps.append(.init("policy of \(what)", .assumed, "the plan names none: the org's default policy is taken"))
    return app.setting(.string("/api/v1/policies/\(policy)"), at: ["_links", "accessPolicy", "href"]) ?? app
  }

  /// Notes that the list of an object is not known any more. A rule without a policy may be in any of its type.
  private mutating func lose(_ kind: PlannedKind, _ change: TerraformPlan.Change, _ reason: String) {
    let paths: [String] =
      switch kind.kind {
      case .rule:
        (change.before["policy_id"]?.stringValue.map { [$0] } ?? kind.policy.map { objects.policies(of: $0) } ?? [])
          .map { "/api/v1/policies/\($0)/rules" }
      case .policy: ["/api/v1/policies?type=\(kind.policy?.rawValue ?? "")"]
      default: Self.path(kind.kind).map { [$0] } ?? []
      }
    for path in paths { objects.miss(path, reason, from: Self.file) }
  }

  /// The address of the list of such objects; `nil` for those that are lists of others.
  private static func path(_ kind: OktaKind) -> String? {
    switch kind {
    case .app: "/api/v1/apps"
    case .group: "/api/v1/groups"
    case .groupRule: "/api/v1/groups/rules"
    case .zone: "/api/v1/zones"
    case .authenticator: "/api/v1/authenticators"
    case .behavior: "/api/v1/behaviors"
    case .assurance: "/api/v1/device-assurances"
    case .userType: "/api/v1/meta/types/user"
    case .policy, .rule, .method, .person, .organization, .other: nil
    }
  }

  // MARK: What is not an object of its own

  /// Which policy an app has, where a resource of its own says so; of all other resources that they are not read.
  private mutating func link(_ change: TerraformPlan.Change, _ what: String) {
    let after = change.action == .delete ? JSONValue.null : change.after
    switch change.type {
    case "okta_app_access_policy_assignment":
      move(apps: [after["app_id"] ?? change.before["app_id"]], to: after, change, "accessPolicy", what)
    case "okta_policy_profile_enrollment_apps":
      move(apps: after["apps"]?.arrayValue ?? [], to: after, change, "profileEnrollment", what)
    default:
      guard change.type.hasPrefix("okta_") else { return }
      let path = Self.notRead.first { change.type.hasPrefix($0.prefix) }.flatMap { Self.path($0.kind) }
      lines.append("\(Self.verb(change.action)) \(what): \(path == nil ? "it is not imported" : "what it becomes is not read")")
      if let path { objects.miss(path, "the plan changes it in a way that is not read: \(what)", from: Self.file) }
    }
  }

  /// Resources of which it is not read what they become, by how their names begin, with what they are.
  private static let notRead: [(prefix: String, kind: OktaKind)] = [
    ("okta_behavior", .behavior), ("okta_policy_device_assurance", .assurance), ("okta_user_type", .userType),
    ("okta_authenticator", .authenticator),
  ]

  private mutating func move(
    apps: [JSONValue?], to after: JSONValue, _ change: TerraformPlan.Change, _ link: String, _ what: String
  ) {
    lines.append("\(Self.verb(change.action)) \(what)")
    var values = after
    if values["policy_id"]?.stringValue == nil, let id = value(of: "policy_id", change) {
      values = values.setting(id, at: ["policy_id"]) ?? values
    }
    let member = PlannedKind.policyOfApp("policy_id", link: link)
    let href = member.value(values)
    for app in apps {
      guard let id = app?.stringValue, objects[id] != nil else {
        objects.miss("/api/v1/apps", "the plan gives an app another policy, and which app is not known", from: Self.file)
        continue
      }
      let isUnknown = href == nil && change.action != .delete
      objects.change(id) { $0.setting(isUnknown ? JSONValue.knownLater : href, at: member.path[...]) ?? $0 }
      if change.action == .delete, link == "accessPolicy", let object = objects[id] {
        let withDefault = withDefaultPolicy(object, what)
        objects.change(id) { _ in withDefault }
      }
    }
  }

  // MARK: Words

  private static func verb(_ action: TerraformPlan.Change.Action) -> String {
    switch action {
    case .create: "adds"
    case .update: "changes"
    case .replace: "replaces"
    case .delete: "removes"
    case .nothing: "keeps"
    }
  }

  func describe(_ list: PlannedObjects.List) -> String {
    switch list {
    case .policies(let type): "the \(OktaPolicyType(rawValue: type)?.word ?? "") policies"
    case .rules(let policy): "the rules of the policy '\(SourceText.name(objects[policy]?["name"]?.stringValue ?? policy))'"
    }
  }

  private func describe(_ change: TerraformPlan.Change) -> String {
    let address = SourceText.line(change.address)
    let values = change.after.isNull ? change.before : change.after
    guard change.hidden.isDisjoint(with: ["name", "label"]), let kind = PlannedKind.all[change.type],
      let name = (values["label"] ?? values["name"])?.stringValue
    else { return "'\(address)'" }
    let type = kind.kind == .policy || kind.kind == .rule ? (kind.policy.map { "\($0.word) " } ?? "") : ""
    return "the \(type)\(kind.kind.rawValue) '\(SourceText.name(name))' (\(address))"
  }
}
