import Encodings
import TenantImport

/// Values that are known once the plan is applied.
extension OktaPlan {
  /// The attributes as planned, with the ids of what the plan makes, as far as it says which those are.
  mutating func resolved(_ change: TerraformPlan.Change, _ kind: PlannedKind, _ what: String) -> JSONValue {
    var after = change.after
    let read = Set((kind.members.flatMap(\.attributes)) + ["policy_id"])
    for attribute in change.unknown.sorted() where read.contains(attribute) {
      if let value = value(of: attribute, change) {
        after = after.setting(value, at: [attribute]) ?? after
        gaps.append(
          .init("'\(attribute)' of \(what)", .assumed, "its ids are known once the plan is applied: those that it refers to are taken"))
      } else if attribute == "policy_id" {
        after = after.setting(nil, at: [attribute]) ?? after
      } else if attribute == "name" || attribute == "label" {
        after = after.setting(.string(change.address), at: [attribute]) ?? after
      } else {
        after = after.setting(JSONValue.knownLater, at: [attribute]) ?? after
        gaps.append(.init("'\(attribute)' of \(what)", .missing, "it is known once the plan is applied"))
      }
    }
    if kind.kind == .groupRule, after["group_assignments"] == .knownLater {
      lose(kind, change, "\(what) may add people to any group")
    }
    return after
  }

  /// The ids of an attribute, by what it refers to; `nil` where that is not as much as is not known.
  func value(of attribute: String, _ change: TerraformPlan.Change) -> JSONValue? {
    guard let sources = change.sources[attribute] else { return nil }
    let found = sources.compactMap { ids[$0] }
    guard found.count == sources.count else { return nil }
    if PlannedKind.idAttributes.contains(attribute) { return found.count == 1 ? .string(found[0]) : nil }
    guard PlannedKind.idLists.contains(attribute) else { return nil }
    let elements = change.after[attribute]?.arrayValue
    let known = elements?.compactMap(\.stringValue) ?? []
    let new = found.filter { !known.contains($0) }
    if let elements, elements.count - known.count != new.count { return nil }
    return .array((known + new).map { .string($0) })
  }
}

/// The order in which what the plan places is tried.
extension OktaPlan {
  mutating func place(_ id: String, _ kind: PlannedKind) {
    let list: PlannedObjects.List? =
      kind.kind == .rule ? objects.policy(of: id).map { .rules(policy: $0) } : kind.policy.map { .policies(type: $0.rawValue) }
    if let list { placed[list, default: []].insert(id) }
  }

  /// Puts what the plan places where it says. Lists of the first kind have no gaps: what is moved takes the place of that number, and the others
  /// move on. In the other lists two objects with one number are tried in an order that is not known.
  mutating func order(_ list: PlannedObjects.List, _ planned: Set<String>) {
    func isTried(_ id: String) -> Bool { objects[id]?["system"]?.boolValue != true }
    func priority(_ id: String) -> JSONValue { objects[id]?["priority"] ?? .null }
    let now = objects.inOrder(list).filter(isTried)
    // A number that is not known, or not one, is an open flag.
    guard now.allSatisfy({ priority($0).isNull || priority($0).intValue != nil }) else { return }
    let last = now.filter { priority($0).isNull && planned.contains($0) }
    guard hasNoGaps(list) else {
      let most = now.compactMap { priority($0).intValue }.max() ?? 0
      for (place, id) in last.enumerated() { set(priority: most + place + 1, of: id) }
      return
    }
    var sorted = earlier.inOrder(list).filter { now.contains($0) && !planned.contains($0) }
    for id in now where planned.contains(id) && !priority(id).isNull {
      sorted.insert(id, at: min(max((priority(id).intValue ?? 1) - 1, 0), sorted.count))
    }
    sorted += last
    guard sorted != now || !last.isEmpty || Set(now.map { priority($0) }).count < now.count else { return }
    for (place, id) in sorted.enumerated() { set(priority: place + 1, of: id) }
    gaps.append(.init("order of \(describe(list))", .assumed, "as the plan writes it: the org may put them in another one"))
  }

  private mutating func set(priority: Int, of id: String) {
    objects.change(id) { $0.setting(.integer(priority), at: ["priority"]) ?? $0 }
  }

  private func hasNoGaps(_ list: PlannedObjects.List) -> Bool {
    let type: String? =
      switch list {
      case .policies(let type): type
      case .rules(let policy): objects[policy]?["type"]?.stringValue?.uppercased()
      }
    return type != OktaPolicyType.app.rawValue && type != OktaPolicyType.registration.rawValue
  }
}
