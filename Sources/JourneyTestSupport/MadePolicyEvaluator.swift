import Encodings

/// A made org's own evaluator of policies, which reads the org's JSON as the vendor's documentation explains it.
///
/// It shares nothing with the import: one misreading cannot hide in both.
struct MadePolicyEvaluator: Sendable {
  /// The lists of the org by path, as `MadeManagementAPI` has them.
  let lists: [String: [JSONValue]]

  /// What it says of a part.
  private enum Status: String {
    case match = "MATCH"
    case noMatch = "NOT_MATCH"
    case undefined = "UNDEFINED"
  }

  /// A group is assigned to an app.
  private func groups(ofApp id: String) -> [JSONValue] {
    lists["/api/v1/apps/\(id)/groups"] ?? (lists["/api/v1/groups"] ?? []).filter { $0["type"]?.stringValue == "BUILT_IN" }
  }

  func assigned(app id: String) -> [JSONValue] {
    groups(ofApp: id).map { ["id": $0["id"] ?? .null, "priority": 0, "profile": [:]] }
  }

  /// The status of the response, and its body.
  func answer(_ body: JSONValue) -> (status: Int, body: JSONValue) {
    guard let app = (lists["/api/v1/apps"] ?? []).first(where: { $0["id"] == body["appInstance"] }) else {
      return (400, Self.error("The app is not known"))
    }
    let context = body["policyContext"] ?? .null
    let groups = Set((context["groups"]?["ids"]?.arrayValue ?? []).compactMap(\.stringValue))
    guard self.groups(ofApp: app["id"]?.stringValue ?? "").contains(where: { groups.contains($0["id"]?.stringValue ?? "") }) else {
      let label = app["label"]?.stringValue ?? ""
      return (400, Self.error("Access to \(label) is not allowed. The group is not assigned to this application."))
    }
    let types = (body["policyTypes"]?.arrayValue ?? []).compactMap(\.stringValue)
    return (200, ["evaluation": .array(types.map { evaluation(of: $0, app, context, groups) })])
  }

  private static func error(_ cause: String) -> JSONValue {
    ["errorCode": "E0000001", "errorSummary": "Api validation failed: Groups", "errorCauses": [["errorSummary": .string(cause)]]]
  }

  private func evaluation(of type: String, _ app: JSONValue, _ context: JSONValue, _ groups: Set<String>) -> JSONValue {
    let policies = Self.inOrder(lists["/api/v1/policies?type=\(type)"] ?? [])
    let own = app["_links"]?["accessPolicy"]?["href"]?.stringValue?.split(separator: "/").last.map(String.init)
    var undefined: [JSONValue] = []
    for policy in policies where type != "ACCESS_POLICY" || policy["id"]?.stringValue == own {
      let isForAll = policy["system"]?.boolValue ?? false
      guard isForAll || Self.people(policy["conditions"]?["people"], groups) != .noMatch else { continue }
      for rule in Self.inOrder(lists["/api/v1/policies/\(policy["id"]?.stringValue ?? "")/rules"] ?? []) {
        let status = Self.status(of: rule["conditions"] ?? .null, context, groups)
        let shown = Self.shown(policy, rule, status)
        if status == .match { return Self.result(type, [shown], undefined) }
        if status == .undefined { undefined.append(shown) }
      }
    }
    return Self.result(type, [], undefined)
  }

  private static func result(_ type: String, _ matched: [JSONValue], _ undefined: [JSONValue]) -> JSONValue {
    [
      "status": .null, "policyType": .string(type), "result": ["policies": .array(matched)],
      "undefined": ["policies": .array(undefined)], "evaluated": ["policies": []],
    ]
  }

  private static func shown(_ policy: JSONValue, _ rule: JSONValue, _ status: Status) -> JSONValue {
    let word = JSONValue.string(status.rawValue)
    let rule: JSONValue = ["id": rule["id"] ?? .null, "name": rule["name"] ?? .null, "status": word, "conditions": []]
    return ["id": policy["id"] ?? .null, "name": policy["name"] ?? .null, "status": word, "conditions": [], "rules": [rule]]
  }

  /// Those that are switched on, in the order in which they are tried.
  private static func inOrder(_ items: [JSONValue]) -> [JSONValue] {
    func order(_ item: JSONValue) -> (Int, Double) { (item["system"]?.boolValue == true ? 1 : 0, item["priority"]?.doubleValue ?? 0) }
    return items.filter { $0["status"]?.stringValue != "INACTIVE" }.sorted { order($0) < order($1) }
  }

  private static func status(of conditions: JSONValue, _ context: JSONValue, _ groups: Set<String>) -> Status {
    let parts: [Status] = [
      people(conditions["people"], groups), network(conditions["network"], context),
      risk(conditions["riskScore"]?["level"]?.stringValue, context), device(conditions["device"], context["device"]),
      conditions["elCondition"]?["condition"] == nil ? .match : .undefined,
    ]
    return parts.contains(.noMatch) ? .noMatch : parts.contains(.undefined) ? .undefined : .match
  }

  private static func ids(_ json: JSONValue?) -> [String] { (json?.arrayValue ?? []).compactMap(\.stringValue) }

  /// A person who is known by groups alone is none of the users that a rule names.
  private static func people(_ people: JSONValue?, _ groups: Set<String>) -> Status {
    let (included, excluded) = (ids(people?["groups"]?["include"]), ids(people?["groups"]?["exclude"]))
    if !ids(people?["users"]?["include"]).isEmpty, included.isEmpty { return .noMatch }
    if !included.isEmpty, !included.contains(where: groups.contains) { return .noMatch }
    return excluded.contains(where: groups.contains) ? .noMatch : .match
  }

  private static func network(_ network: JSONValue?, _ context: JSONValue) -> Status {
    guard network?["connection"]?.stringValue == "ZONE" else { return .match }
    guard context["ip"] != nil || context["zones"] != nil else { return .undefined }
    let zones = Set(ids(context["zones"]?["ids"]))
    let (included, excluded) = (ids(network?["include"]), ids(network?["exclude"]))
    if !included.isEmpty, !included.contains(where: zones.contains) { return .noMatch }
    return excluded.contains(where: zones.contains) ? .noMatch : .match
  }

  private static func risk(_ level: String?, _ context: JSONValue) -> Status {
    guard let level, level != "ANY" else { return .match }
    guard let own = context["risk"]?["level"]?.stringValue else { return .undefined }
    return own == level ? .match : .noMatch
  }

  private static func device(_ wanted: JSONValue?, _ device: JSONValue?) -> Status {
    guard let wanted else { return .match }
    var status = Status.match
    for name in ["registered", "managed"] {
      guard let flag = wanted[name]?.boolValue else { continue }
      guard let own = device?[name]?.boolValue else {
        status = .undefined
        continue
      }
      if own != flag { return .noMatch }
    }
    return ids(wanted["assurance"]?["include"]).isEmpty ? status : .undefined
  }
}
