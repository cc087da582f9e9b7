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

  /// Puts what the plan places before those that had the same place, and gives each a place of its own.
  mutating func order(_ list: PlannedObjects.List, _ planned: Set<String>) {
    let all = objects.inOrder(list)
    let taken = Dictionary(grouping: all.filter { objects[$0]?["system"]?.boolValue != true }) { objects[$0]?["priority"]?.intValue }
    guard taken.contains(where: { $0.value.count > 1 && $0.key != nil || $0.key == nil && !planned.isDisjoint(with: $0.value) }) else {
      return
    }
    var places: [String: (priority: Int, wasThere: Int, place: Int)] = [:]
    for (place, id) in all.enumerated() {
      places[id] = (objects[id]?["priority"]?.intValue ?? .max, planned.contains(id) ? 0 : 1, place)
    }
    let sorted = all.filter { objects[$0]?["system"]?.boolValue != true }.sorted {
      (places[$0]?.priority ?? 0, places[$0]?.wasThere ?? 0, places[$0]?.place ?? 0)
        < (places[$1]?.priority ?? 0, places[$1]?.wasThere ?? 0, places[$1]?.place ?? 0)
    }
    for (place, id) in sorted.enumerated() { objects.change(id) { $0.setting(.integer(place + 1), at: ["priority"]) ?? $0 } }
    gaps.append(.init("order of \(describe(list))", .assumed, "as the plan writes it: the org may put them in another one"))
  }
}
