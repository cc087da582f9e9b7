import Encodings
import TenantDecisions
package import TenantImport

/// Makes a mock tenant of the configuration of an Okta org.
package struct OktaImporter: Sendable {
  /// The folder cannot be imported; lower case, without a full stop.
  package struct Refusal: Error, Sendable, Hashable {
    package var reason: String
  }

  /// The flow that asks for what an imported org's rules demand.
  package static let standard = "okta-idx/assurance"

  package let tenant: ImportedTenant
  package let report: ImportReport
  /// What the org's own evaluator of its policies can be asked.
  package let evaluator: OktaEvaluator

  /// - Parameters:
  ///   - name: what the tenant is called.
  ///   - plan: what is to become of the org; `nil` for the org as it is.
  package init(_ folder: SourceFolder, name: String, plan: OktaPlan? = nil) throws(Refusal) {
    let source = OktaSource(plan?.folder ?? folder)
    if let reason = source.refusal { throw Refusal(reason: reason) }
    guard !source.all(.policy).isEmpty || !source.all(.rule).isEmpty else {
      throw Refusal(reason: "the folder has no policy of an Okta org: fetch '/api/v1/policies?type=ACCESS_POLICY' and the others into it")
    }
    var work = OktaWork(source)
    guard !work.authenticators.known.isEmpty else {
      throw Refusal(reason: "no authenticator of the org is known to be active, so no one could sign in to a mock of it")
    }
    if let reason = work.authenticators.tooMany(of: source.all(.authenticator)) { throw Refusal(reason: reason) }
    var tenant = work.tenant(named: name)
    if let reason = work.tooManyTypes { throw Refusal(reason: reason) }
    var report = work.report(named: name)
    if let plan {
      tenant.origin += " as they will be once a plan is applied"
      report.gaps += plan.gaps
    }
    (self.tenant, self.report, evaluator) = (tenant, report, OktaEvaluator(work.ids))
  }
}

/// An import under way.
private struct OktaWork {
  private let source: OktaSource
  private var items: [OktaKind: [OktaItem]]
  private var gaps: [ImportReport.Gap]
  private var names = OktaNames()
  let authenticators: OktaAuthenticators
  private let apps: OktaApps
  private var policies: OktaPolicies

  init(_ source: OktaSource) {
    self.source = source
    items = source.items
    gaps = source.gaps
    for kind in [OktaKind.group, .zone, .app] where !source.fetched.contains(kind.rawValue) {
      gaps.append(.init("list of \(kind.rawValue)s", .missing, "what rules say of them is an open flag"))
    }
    gaps += Self.missingLists.filter { !source.fetched.contains($0.kind.rawValue) }.map {
      .init("list of \($0.kind.rawValue)s", .missing, $0.reason)
    }
    if items[.organization, default: []].isEmpty {
      gaps.append(
        .init(
          "description of the org", .missing,
          "that it is one of the Identity Engine is not known: policies of the Classic Engine mean something else"))
    }
    var groupRules = items[.groupRule] ?? []
    names.folder = source.digest
    names.readGroups(&items[.group, default: []], rules: &groupRules, hasRules: source.has(.groupRule))
    names.lacksZones = !source.has(.zone)
    items[.groupRule] = groupRules
    gaps += Self.untold
    names.readZones(&items[.zone, default: []])
    names.readBehaviors(&items[.behavior, default: []])
    names.readAssurances(&items[.assurance, default: []])
    names.readUserTypes(&items[.userType, default: []])
    var methods = items[.method] ?? []
    authenticators = OktaAuthenticators(
      &items[.authenticator, default: []], methods: &methods, partial: source.partial, isMissing: names.isMissing, gaps: &gaps)
    items[.method] = methods
    apps = OktaApps(
      &items[.app, default: []], policies: source.all(.policy), hasAll: source.has(.app),
      hasPolicies: source.fetched.contains(OktaPolicyType.app.rawValue) && !source.partial.contains(policiesOf: .app), gaps: &gaps)
    names.apps = apps.names
    policies = OktaPolicies(
      source,
      conditions: OktaConditions(
        names: names, users: OktaConditions.users(of: source.all(.policy) + source.all(.rule)),
        providers: OktaPolicies.providers(of: source.all(.policy))),
      authenticators: authenticators)
  }

  /// Lists that an org may not need, with what depends on them.
  private static let missingLists: [(kind: OktaKind, reason: String)] = [
    (.groupRule, "who is in a group may be decided by a rule: of another export it is not known whether a group means the same"),
    (.behavior, "a rule that names a behavior depends on an open flag"),
  ]

  /// What no API says.
  private static let untold = [
    ImportReport.Gap("who is assigned to apps", .assumed, "everybody is taken for assigned to every app"),
    OktaApps.assumedScopes,
    .init("user enumeration prevention", .assumed, "it is taken for off: no API says whether it is on"),
    .init(
      "authenticators that people have and enrollment does not allow", .assumed,
      "people are taken to be able to use them: in an org they cannot be used any more"),
  ]

  mutating func tenant(named name: String) -> ImportedTenant {
    var tenant = ImportedTenant(name: name, origin: "The sign-in rules of an Okta org", base: OktaImporter.standard)
    tenant.authenticators = authenticators.known
    let sessions = policies.session(blocked: items[.zone] ?? [])
    (tenant.lists[.session], tenant.lists[.lifetime], tenant.signOn) = (sessions.session, sessions.lifetime, sessions.flow)
    addApps(to: &tenant)
    tenant.lists[.enrolment] = policies.enrolment()
    (tenant.lists[.password], tenant.lists[.recovery], tenant.policies) = policies.passwords()
    let registration = policies.registration(
      apps.planned.filter(\.isApp).map { ($0.name, $0.registration) }, hasAll: source.has(.app))
    tenant.lists[.registration] = registration.lists
    tenant.policies += registration.policies
    tenant.lists[.routing] = policies.routing()
    let conditions = policies.conditions
    if conditions.usedWords[OktaConditions.provider] != nil { tenant.facts.append((OktaConditions.provider, conditions.providers)) }
    if !conditions.people.isEmpty {
      tenant.facts.append((OktaConditions.person, [OktaConditions.unnamed] + conditions.people.values.sorted()))
    }
    if conditions.usedWords[OktaConditions.userType] != nil {
      tenant.facts.append((OktaConditions.userType, typeWords(conditions)))
    }
    tenant.names = meanings(conditions)
    tenant.situations = OktaSituations(conditions).all
    tenant.open = conditions.flags.flags
    tenant.assumed = assumed
    tenant.accounts = OktaExamples(conditions).accounts
    return tenant
  }

  /// The org's ids of what the mock calls by name.
  var ids: OktaIDs {
    var ids = policies.ids
    // Others represent apps that are not in the folder, or a policy: nothing can be asked about them.
    let known = Set((items[.app] ?? []).map(\.id))
    ids.apps = Dictionary(apps.names.filter { known.contains($0.key) }.map { ($1, $0) }) { first, _ in first }
    ids.groups = Dictionary(names.groups.map { ($1.name, $0) }) { first, _ in first }
    ids.zones = Dictionary(names.zones.filter(\.value.isActive).map { ($1.name, $0) }) { first, _ in first }
    ids.everyone = names.everyone.sorted()
    return ids
  }

  /// As many words as a fact of a mock has.
  private static let mostWords = 64

  /// The words for types of people: all of them, or those that rules read where they are too many, and one for the others.
  private func typeWords(_ conditions: OktaConditions) -> [String] {
    let others = names.userTypes.values.map(\.name).filter { $0 != names.defaultType }.sorted()
    guard others.count >= Self.mostWords else { return [names.defaultType] + others }
    let used = conditions.usedWords[OktaConditions.userType] ?? []
    return [names.defaultType] + others.filter(used.contains) + [OktaNames.otherType]
  }

  /// Why a mock cannot have the types of people that rules name; `nil` if it can.
  var tooManyTypes: String? {
    let conditions = policies.conditions
    guard conditions.usedWords[OktaConditions.userType] != nil else { return nil }
    let words = typeWords(conditions)
    guard words.count > Self.mostWords else { return nil }
    let item = (items[.userType] ?? []).first { names.userTypes[$0.id]?.name == words[Self.mostWords - 1] }
    return "the rules name \(words.count - 2) user types, and a mock tells at most \(Self.mostWords - 2) apart, beside the default one: "
      + "'\(SourceText.line(item?.file ?? ""))' is one too many"
  }

  private mutating func addApps(to tenant: inout ImportedTenant) {
    var places: [String: Int] = [:]
    for place in policies.active(.app) { places[policies.policies[place].id] = place }
    let used = apps.planned.compactMap { $0.policy.flatMap { places[$0] } }
    let ofApps = used.isEmpty && items[.app, default: []].isEmpty ? Array(places.values).sorted() : []
    var unique = UniqueNames()
    let listed = used.enumerated().filter { used.firstIndex(of: $1) == $0 }.map(\.element) + ofApps.filter { !used.contains($0) }
    let names = policies.names(of: listed, &unique)
    var lists: [Int: String] = [:]
    for (place, name) in zip(listed, names) {
      lists[place] = name
      tenant.lists[.app, default: []].append(appList(place, name: name))
    }
    for app in apps.planned {
      let list: String
      if let place = app.policy.flatMap({ places[$0] }), let known = lists[place] {
        list = known
      } else {
        list = unique.names(of: [(app.name, "Policy of \(app.label)")])[0]
        if app.policy != nil { gaps.append(.init("policy of the app '\(app.label)'", .missing, "what it asks for is an open flag")) }
        tenant.lists[.app, default: []].append(
          DecisionList(
            name: list, rules: policies.unknown("Policy not known", about: "policy of '\(app.label)'")))
      }
      let ofApp = unclear(app, list, &unique, in: &tenant)
      let redirect = app.takesJourneys ? "https://\(app.name).\(tenant.name).test/callback" : nil
      tenant.apps.append(
        .init(
          name: app.name, list: ofApp, isForAdministrators: app.isForAdministrators, standsForOthers: app.standsForOthers,
          redirect: redirect, scopes: app.scopes))
    }
    for place in ofApps {
      guard let list = lists[place], !tenant.apps.contains(where: { $0.list == list }) else { continue }
      tenant.apps.append(.init(name: "apps-of-\(SourceText.slug(list, joinedBy: "-"))-\(place + 1)", list: list, standsForOthers: true))
    }
    let listsOfApps = Set(tenant.apps.map(\.list))
    tenant.lists[.app]?.removeAll { !listsOfApps.contains($0.name) }
    if !tenant.apps.contains(where: { $0.redirect != nil }) { addStandIn(to: &tenant) }
    for place in places.values where lists[place] == nil { policies.markUnused(place: place) }
  }

  /// An app that may be switched off, or says what is not read, has a list of its own.
  private mutating func unclear(
    _ app: OktaApps.Planned, _ list: String, _ unique: inout UniqueNames, in tenant: inout ImportedTenant
  ) -> String {
    guard let item = app.unclear, let known = tenant.lists[.app]?.first(where: { $0.name == list }) else { return list }
    let name = unique.names(of: [(app.name, "App \(app.label)")])[0]
    policies.ids.copyRules(ofAppList: list, to: name)
    tenant.lists[.app, default: []].append(
      DecisionList(name: name, rules: policies.switchedOff(item) + policies.asRead(item, app.doubts, kind: .app) + known.rules))
    return name
  }

  /// A mock has at least one app at which a journey begins.
  private func addStandIn(to tenant: inout ImportedTenant) {
    guard
      let first = tenant.apps.firstIndex(where: { !$0.isForAdministrators && !$0.standsForOthers })
        ?? tenant.apps.firstIndex(where: { !$0.isForAdministrators }) ?? tenant.apps.indices.first
    else { return }
    tenant.apps[first].redirect = "https://\(tenant.apps[first].name).\(tenant.name).test/callback"
    tenant.apps[first].scopes = OktaApps.usualScopes
  }

  private mutating func appList(_ place: Int, name: String) -> DecisionList {
    let demands = policies.demands
    var list = policies.list(place, .app, name: name) { demands.app(&$0) }
    list.rules.insert(contentsOf: policies.switchedOff(policies.policies[place]) + policies.lost(.app, kind: .app), at: 0)
    let isOpen = !list.rules.contains { $0.condition == .always }
    if isOpen {
      gaps.append(.init("catch-all rule of the policy '\(name)'", .missing, "what it decides is an open flag"))
      list.rules += policies.unknown("Rest not in the folder", about: "catch-all rule of '\(name)'")
    }
    return list
  }

  private var assumed: [String: String] {
    let others = OktaKind.allCases.filter { $0 != .policy && $0 != .rule }.flatMap { items[$0] ?? [] }
    return OktaAssumed(policies.policies + policies.rules + others, notRead: policies.notRead, apps: apps.names).digests
  }

  private func meanings(_ conditions: OktaConditions) -> [ImportedTenant.Names] {
    let all: [(String, [String: OktaNames.Named])] = [
      ("account.groups", names.groups), (OktaConditions.userType, names.userTypes), ("session.zones", names.zones),
      ("session.behaviors", names.behaviors),
    ]
    return all.map { fact, named in
      let used = (conditions.used[fact] ?? []) + (conditions.usedWords[fact] ?? [])
      let found = named.values.filter { used.contains($0.name) }.sorted { $0.name < $1.name }
      return ImportedTenant.Names(fact: fact, names: found.map { ($0.name, $0.meaning) })
    }
  }

  private static func inOrder(_ items: [OktaItem]) -> [OktaItem] {
    items.sorted { ($0.object.kind, $0.object.name, $0.parent ?? "", $0.id) < ($1.object.kind, $1.object.name, $1.parent ?? "", $1.id) }
  }

  /// Everything of the folder, in the order of kinds and names.
  mutating func report(named name: String) -> ImportReport {
    policies.markOthers()
    // How the answers are spread over files is not part of what they say.
    var objects = Self.inOrder(policies.policies).map(\.object) + Self.inOrder(policies.rules).map(\.object)
    for kind in OktaKind.allCases where kind != .policy && kind != .rule {
      for item in Self.inOrder(items[kind] ?? []) {
        var object = item.object
        if kind == .person { object.mark(MemberPath(), .outside, "people are not imported") }
        if kind == .organization {
          object.mark(MemberPath(), .outside, "not part of what people are asked for")
          object.mark("pipeline", .understood)
        }
        if kind == .other { object.mark(MemberPath(), .notUnderstood, "not read by this version") }
        objects.append(object)
      }
    }
    return ImportReport(
      name: name, vendor: "Okta", objects: objects, gaps: (gaps + policies.gaps).unique, people: policies.conditions.people.values.sorted())
  }
}

extension [ImportReport.Gap] {
  /// Each once.
  fileprivate var unique: [ImportReport.Gap] {
    var seen: Set<ImportReport.Gap> = []
    return filter { seen.insert($0).inserted }
  }
}

extension OktaPolicies {
  /// Marks a policy that no app of the folder has, and its rules.
  fileprivate mutating func markUnused(place: Int) {
    markUnused(&policies[place].object, "no active app has this policy")
    for rule in rules.indices where rules[rule].parent == policies[place].id {
      markUnused(&rules[rule].object, "no active app has its policy")
    }
  }

  private static let read = Set(
    [OktaPolicyType.session, .app, .enrolment, .password, .registration, .routing].map(\.rawValue))

  /// The policies and rules of types that are not read, and that may decide what people meet.
  fileprivate var notRead: [OktaItem] {
    let owners = Dictionary(policies.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return (policies + rules).filter { item in
      let owner = item.parent.flatMap { owners[$0] }
      let type = owner?.type ?? item.type
      let isRead = Self.read.contains(type) || owner == nil && type == "SIGN_ON"
      return item.isActive && owner?.isActive ?? true && !isRead && !(OktaPolicyType(rawValue: type)?.actsOutside ?? false)
    }
  }

  /// Marks policies of types that are not read, and rules without a policy.
  fileprivate mutating func markOthers() {
    let read = Self.read
    let types = Dictionary(policies.map { ($0.id, $0.type) }, uniquingKeysWith: { first, _ in first })
    for place in policies.indices where !read.contains(policies[place].type) { markOther(&policies[place]) }
    for place in rules.indices {
      let type = rules[place].parent.flatMap { types[$0] }
      if let type, read.contains(type) {
        let isActive = policies.contains { $0.id == rules[place].parent && $0.isActive }
        if !isActive { markUnused(&rules[place].object, "its policy is switched off") }
      } else if type == nil, read.contains(rules[place].type) || rules[place].type == "SIGN_ON" {
        rules[place].object.mark(["conditions", "actions"], .missing, "its policy is not in the folder")
      } else {
        markOther(&rules[place])
      }
    }
  }

  private func markOther(_ item: inout OktaItem) {
    let outside = OktaPolicyType(rawValue: item.type)?.actsOutside ?? false
    item.object.mark(
      ["conditions", "settings", "actions", "_embedded"], outside ? .outside : .notUnderstood,
      outside ? "it acts after sign-in, or shows no screen" : "rules of this kind are not read by this version")
  }
}
