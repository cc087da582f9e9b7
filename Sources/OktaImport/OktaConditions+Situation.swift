import TenantDecisions
import TenantImport

/// Where the request comes from, and what the vendor detects: zones, risk, behaviors.
extension OktaConditions {
  mutating func network(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    switch object.word(path["connection"], among: ["ANYWHERE", "ZONE"]) {
    case "ANYWHERE": return .always
    case "ZONE":
      let included = each(path["include"], &object) { $0.zone($1, $2, &$3) }
      let excluded = each(path["exclude"], &object) { $0.zone($1, $2, &$3) }
      guard included != nil || excluded != nil else { return notUnderstood(path["connection"], &object) }
      return .allOf([included ?? .always, excluded.map { Rule.no($0) } ?? .always])
    default: return nil
    }
  }

  private mutating func zone(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    if id.uppercased() == "ALL_ZONES" {
      let all = names.zones.values.sorted { $0.name < $1.name }
      let others = all.isEmpty || names.lacksZones ? [missing("zone", "all", path, &object)] : []
      if others.isEmpty { object.mark(path, .understood) }
      return .anyOf(all.map { zone($0, path, &object) } + others)
    }
    guard let named = names.zones[id] else { return missing("zone", id, path, &object) }
    object.mark(path, .understood)
    return zone(named, path, &object)
  }

  private mutating func zone(_ zone: OktaNames.Named, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    let inZone = has("session.zones", zone.name)
    guard !zone.isActive else { return inZone }
    object.mark(path, .open, "a zone that is not known to be active: whether it counts is an open flag")
    let counts = flags.condition("inactive zones", name: "inactive_zones", text: "a zone that is switched off still counts in rules")
    return .allOf([inZone, counts])
  }

  mutating func risk(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    switch object.word(path["level"], among: ["ANY", "LOW", "MEDIUM", "HIGH"]) {
    case "ANY": return .always
    case let level?:
      object.mark(path["level"], .open, "the vendor works it out: session.risk")
      return isOne("session.risk", [level.lowercased()])
    case nil: return nil
    }
  }

  mutating func behaviors(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    each(path, &object) { $0.behavior($1, $2, &$3) }
  }

  private mutating func behavior(_ id: String, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    guard let behavior = names.behaviors[id] else { return missing("behavior", id, path, &object) }
    object.mark(path, .open, "the vendor detects it: session.behaviors")
    return detected(behavior)
  }

  /// That a behavior is detected; whether one that is switched off counts is not documented.
  mutating func detected(_ behavior: OktaNames.Named) -> Rule {
    let isDetected = has("session.behaviors", behavior.name)
    guard !behavior.isActive else { return isDetected }
    let counts = flags.condition(
      "inactive behaviors", name: "inactive_behaviors", text: "a behavior that is switched off still counts in rules")
    return .allOf([isDetected, counts])
  }
}
