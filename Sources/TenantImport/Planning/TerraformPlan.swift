package import Encodings

/// A plan of Terraform or OpenTofu, as `terraform show -json PLAN` writes it.
///
/// Source: "JSON Output Format" of OpenTofu and Terraform. Members that it does not name are not looked at.
package struct TerraformPlan: Sendable {
  /// The text is not a plan that can be read; lower case, without a full stop.
  package struct Refusal: Error, Sendable, Hashable {
    package var reason: String
  }

  /// What becomes of one resource.
  package struct Change: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
      /// It stays as it is, is only read, or is left to the org.
      case nothing
      case create, update, replace, delete
    }

    /// E.g. `module.portal.okta_app_signon_policy_rule.outside["de"]`.
    package var address: String
    /// E.g. `okta_app_signon_policy_rule`.
    package var type: String
    package var action: Action
    /// Its attributes as the plan's state has them; `null` where it is not there.
    package var before: JSONValue
    /// Its attributes as planned; `null` where it will not be there.
    package var after: JSONValue
    /// The attributes of which something is known only once the plan is applied, or gets a value that is marked as sensitive.
    package var unknown: Set<String>
    /// Those of which nothing is known, and that no expression of the configuration sets: the provider works them out, as a rule.
    package var unset: Set<String>
    /// The attributes with something that is marked as sensitive.
    package var sensitive: Set<String>
    /// The resources that an unknown attribute takes ids from; `nil` where it may come from elsewhere.
    package var sources: [String: [String]]

    /// The attributes that are not shown.
    package var hidden: Set<String> { unknown.union(sensitive) }
  }

  /// Whether it is of all resources of the code.
  package private(set) var isComplete = true
  /// In the order of the plan, without those of data sources.
  package private(set) var changes: [Change] = []

  /// - Parameter text: JSON.
  package init(_ text: [UInt8], limits: ImportLimits = ImportLimits()) throws(Refusal) {
    let plan: JSONValue
    do throws(JSONError) {
      let counts = JSONCounts(values: limits.values, members: .max, nameBytes: .max)
      plan = try JSONReader.readUnambiguous(text, depthLimit: limits.depth, counts: counts)
    } catch { throw Refusal(reason: "it is not JSON: \(error.finding); give what 'terraform show -json PLAN' prints") }
    try self.init(plan)
  }

  private init(_ plan: JSONValue) throws(Refusal) {
    guard let version = plan["format_version"]?.stringValue else {
      throw Refusal(reason: "it is not a plan: it has no 'format_version'; give what 'terraform show -json PLAN' prints")
    }
    guard version.prefix(while: { $0 != "." }) == "1" else {
      throw Refusal(reason: "its format is '\(SourceText.name(version))', and only 1 is read")
    }
    guard let changes = plan["resource_changes"]?.arrayValue else {
      let isState = plan["values"] != nil
      throw Refusal(
        reason: isState
          ? "it is a state and not a plan: give what 'terraform show -json PLAN' prints, with the file that 'terraform plan -out PLAN' wrote"
          : "it has no 'resource_changes'; give what 'terraform show -json PLAN' prints")
    }
    if plan["errored"]?.boolValue == true { throw Refusal(reason: "making the plan failed ('errored'), so that it is not whole") }
    isComplete = plan["complete"]?.boolValue ?? true
    let references = TerraformReferences(
      plan["configuration"] ?? .null, addresses: changes.compactMap { $0["address"]?.stringValue })
    for change in changes {
      guard change["mode"]?.stringValue != "data" else { continue }
      guard let read = Self.change(change, references) else {
        throw Refusal(reason: "a resource of it cannot be read: '\(SourceText.name(change["address"]?.stringValue ?? "(no address)"))'")
      }
      self.changes.append(read)
    }
  }

  private static func change(_ value: JSONValue, _ references: TerraformReferences) -> Change? {
    guard let address = value["address"]?.stringValue, let type = value["type"]?.stringValue, let change = value["change"],
      let action = change["actions"]?.arrayValue.flatMap({ action($0.compactMap(\.stringValue)) })
    else { return nil }
    let (before, after) = (change["before"] ?? .null, change["after"] ?? .null)
    let sensitive = marked(change["after_sensitive"], of: after)
    var unknown = marked(change["after_unknown"], of: after)
    let unset = unknown.filter {
      change["after_unknown"]?[$0]?.boolValue == true && references.isConfigured($0, at: address) == false
    }
    var sources: [String: [String]] = [:]
    for attribute in unknown { sources[attribute] = references.resources(of: attribute, at: address) }
    // A sensitive value is in the plan, and used nowhere.
    for attribute in sensitive where before[attribute] != after[attribute] {
      unknown.insert(attribute)
      sources[attribute] = nil
    }
    return Change(
      address: address, type: type, action: action, before: before, after: after, unknown: unknown, unset: unset,
      sensitive: sensitive.union(marked(change["before_sensitive"], of: before)), sources: sources)
  }

  private static func action(_ words: [String]) -> Change.Action? {
    switch words {
    case ["no-op"], ["read"], ["forget"]: .nothing
    // What is forgotten stays in the org.
    case ["create"], ["create", "forget"]: .create
    case ["update"]: .update
    case ["delete"]: .delete
    case ["delete", "create"], ["create", "delete"]: .replace
    default: nil
    }
  }

  /// The attributes in which something is marked; all of them where the resource is marked as a whole.
  private static func marked(_ marks: JSONValue?, of values: JSONValue) -> Set<String> {
    if marks?.boolValue == true { return Set(values.objectValue?.map(\.name) ?? []) }
    return Set(marks?.objectValue?.filter { hasMark($0.value) }.map(\.name) ?? [])
  }

  private static func hasMark(_ value: JSONValue) -> Bool {
    switch value {
    case .bool(let isMarked): isMarked
    case .array(let items): items.contains(where: hasMark)
    case .object(let members): members.contains { hasMark($0.value) }
    case .null, .number, .string: false
    }
  }
}
