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
  /// Why it cannot be applied; lower case, without a full stop.
  package private(set) var refusal: String?
  /// What the plan leaves open, or is assumed of it.
  package internal(set) var gaps: [ImportReport.Gap] = []

  private let original: SourceFolder
  /// The objects as they are.
  let earlier: PlannedObjects
  var objects: PlannedObjects
  /// The ids of resources by their addresses.
  private(set) var ids: [String: String] = [:]
  /// What the plan gives a place among others.
  var placed: [PlannedObjects.List: Set<String>] = [:]

  package init(_ plan: TerraformPlan, over folder: SourceFolder) {
    original = folder
    earlier = PlannedObjects(folder.answers)
    objects = earlier
    let changes = plan.changes.map(Self.withWorkedOut).flatMap(PlannedRules.spread)
    for change in changes { note(id: change) }
    for change in changes { compare(change) }
    refusal = Self.conflict(in: changes)
    for change in Self.inOrder(changes) where change.action != .nothing { apply(change) }
    if !plan.isComplete { lines.append("leaves out a part of the code ('complete' is false)") }
    for (list, ids) in placed.sorted(by: { $0.key < $1.key }) { order(list, ids) }
  }

  private static let file = "the plan"

  /// What the provider works out is as it was.
  private static func withWorkedOut(_ change: TerraformPlan.Change) -> TerraformPlan.Change {
    var change = change
    for attribute in change.unset.subtracting(PlannedKind.ofCode) {
      change.unknown.remove(attribute)
      change.after = change.after.setting(change.before[attribute], at: [attribute]) ?? .null
    }
    return change
  }

  private mutating func note(id change: TerraformPlan.Change) {
    switch change.action {
    // An address may have any sign in it.
    case .create, .replace: ids[change.address] = "planned\(MeaningDigest.of(change.address))"
    case .nothing, .update, .delete: ids[change.address] = change.before["id"]?.stringValue
    }
  }

  /// Two resources that change the same object: which of them counts is decided by the order in which they are applied.
  private static func conflict(in changes: [TerraformPlan.Change]) -> String? {
    var seen: [String: String] = [:]
    for change in changes where change.action != .nothing {
      guard let kind = PlannedKind.all[change.type]?.kind, let id = change.before["id"]?.stringValue else { continue }
      let known = seen.updateValue(change.address, forKey: "\(kind) \(id)")
      if let known {
        return "two of its resources change the same object: '\(SourceText.line(known))' and '\(SourceText.line(change.address))'"
      }
    }
    return nil
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
      let (planned, found) = (member.value(change.before), object.value(at: member.path[...]))
      guard !Self.isSame(planned, found) else { continue }
      differences.append("'\(member.path.joined(separator: "."))' of \(what) is not what the plan's state has")
    }
    guard kind.policy == .enrolment, kind.kind == .policy else { return }
    for key in PlannedEnrolment.differences(of: object, from: change.before) {
      differences.append("'\(key)' of \(what) is not what the plan's state has")
    }
  }

  /// Whether a value of the plan's state is that of the org: what the plan does not mention is as the org has it, and some words mean the same
  /// as nothing.
  private static func isSame(_ planned: JSONValue?, _ found: JSONValue?) -> Bool {
    let (old, new) = (planned?.meaning ?? "-", found?.meaning ?? "-")
    if old == new || old == "-" { return true }
    // A link has the host of the org.
    if let path = planned?.stringValue, path.hasPrefix("/api/"), found?.stringValue?.hasSuffix(path) == true { return true }
    return new == "-" && ["false", "0", "\"\"", "\"any\"", "\"anywhere\""].contains(old)
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
      guard kind.policy == .app, kind.kind == .policy else { return }
      for app in objects.ids(where: { $0["_links"]?["accessPolicy"]?["href"]?.stringValue?.hasSuffix("/policies/\(id)") ?? false }) {
        takeDefaultPolicy(app, "an app of \(what)")
      }
    }
  }

  private mutating func takeDefaultPolicy(_ app: String, _ what: String) {
    guard let object = objects[app] else { return }
    let changed = withDefaultPolicy(object, what)
    objects.change(app) { _ in changed }
  }

  /// The authenticator that an org has already, which a new resource of it only takes over.
  private func known(_ change: TerraformPlan.Change, _ kind: PlannedKind) -> String? {
    guard kind.kind == .authenticator, let key = change.after["key"]?.stringValue, !key.hasPrefix("custom_") else { return nil }
    return objects.ids { $0["key"]?.stringValue?.lowercased() == key.lowercased() && $0["actions"] == nil }.first
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
    let link = ["_links", "accessPolicy"][...]
    if kind.kind == .app, changed.value(at: link) == nil, let policy = object.value(at: link) {
      let isLeft = change.after["skip_authentication_policy"]?.boolValue == true
      changed = isLeft ? changed.setting(policy, at: link) ?? .null : withDefaultPolicy(changed, what)
    }
    let hasMethods = kind.kind == .authenticator && changeMethods(of: id, change, what)
    guard changed.meaning != object.meaning || hasMethods else {
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
    let isOpen = change.unknown.contains("catch_all")
    let denies = !isOpen && change.after["catch_all"]?.boolValue == false
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
            .object([
              .init("access", isOpen ? .knownLater : .string(denies ? "DENY" : "ALLOW")), .init("verificationMethod", .object(assurance)),
            ]))
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
  mutating func lose(_ kind: PlannedKind, _ change: TerraformPlan.Change, _ reason: String) {
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
    switch change.type {
    case "okta_app_access_policy_assignment": assign([change.after["app_id"] ?? change.before["app_id"]], change, "accessPolicy", what)
    case "okta_policy_profile_enrollment_apps":
      let apps: [JSONValue?] = change.unknown.contains("apps") ? [nil] : change.after["apps"]?.arrayValue ?? []
      assign(apps, change, "profileEnrollment", what)
    default: changeUnread(change, what)
    }
  }

  /// An object that is in the folder, of which it is not read what it becomes, is another one: what depends on it is not known.
  private mutating func changeUnread(_ change: TerraformPlan.Change, _ what: String) {
    guard change.type.hasPrefix("okta_") else { return }
    guard let id = change.before["id"]?.stringValue ?? change.before["authenticator_id"]?.stringValue, objects[id] != nil else {
      return lines.append("\(Self.verb(change.action)) \(what): it is not imported")
    }
    lines.append("\(Self.verb(change.action)) \(what): what it becomes is not read")
    if change.action == .delete { return objects.remove([id]) }
    // Nothing of it is used: a digest would depend on secrets in it.
    objects.change(id) { $0.setting(.knownLater, at: ["what the plan changes"]) ?? $0 }
  }

  /// Removing such a resource changes nothing in the org.
  private mutating func assign(_ apps: [JSONValue?], _ change: TerraformPlan.Change, _ link: String, _ what: String) {
    guard change.action != .delete else { return lines.append("gives up \(what): the org keeps it") }
    lines.append("\(Self.verb(change.action)) \(what)")
    var values = change.after
    if change.unknown.contains("policy_id") { values = values.setting(value(of: "policy_id", change), at: ["policy_id"]) ?? .null }
    let member = PlannedKind.policyOfApp("policy_id", link: link)
    let href = member.value(values) ?? .knownLater
    for app in apps {
      guard let id = app?.stringValue, objects[id] != nil, !change.unknown.contains("app_id") else {
        objects.miss("/api/v1/apps", "the plan gives an app another policy, and which app is not known", from: Self.file)
        continue
      }
      objects.change(id) { $0.setting(href, at: member.path[...]) ?? $0 }
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
