import Encodings
import TenantDecisions
import TenantImport

/// Routing: where people are sent to sign in.
extension OktaPolicies {
  mutating func routing() -> [DecisionList] {
    let places = active(.routing)
    var lists = lostLists(.routing, kind: .routing)
    var names = UniqueNames(reserved: Set(lists.map(\.name)))
    let given = self.names(of: places, &names)
    for (offset, (place, name)) in zip(places, given).enumerated() {
      if let list = unordered(offset, of: places, .routing, &names) { lists.append(list) }
      let condition = audience(place)
      lists.append(list(place, .routing, name: name, condition: condition) { OktaRouting.decision(&$0) })
    }
    if lists.contains(where: \.sendsElsewhere) {
      gaps.append(.init("identity providers in the mock's flow", .assumed, "people sign in here: no other provider is shown"))
    }
    guard !Self.isForEverybody(lists) else { return lists }
    gaps.append(.init("default rule of routing", .missing, "where people are sent to sign in is an open flag"))
    let name = names.names(of: [("", "Policies not in the folder")])[0]
    return lists + [
      DecisionList(name: name, rules: unknown("Routing not in the folder", about: "default rule of routing", kind: .routing))
    ]
  }
}

extension DecisionList {
  fileprivate var sendsElsewhere: Bool {
    rules.contains { if case .set(let words) = $0.outcome { words[OktaRouting.to].map { $0 != OktaRouting.here } ?? false } else { false } }
  }
}

/// Reads where a rule of routing sends people.
private enum OktaRouting {
  static let to = "sign_in"
  /// The org itself.
  static let here = "here"

  static func decision(_ object: inout SourceObject) -> OktaDecision {
    let root: MemberPath = "actions.idp"
    var decision = OktaDecision(outcome: .deny)
    var words: [String: String] = [:]
    switch object.word(root["idpSelectionType"], among: ["SPECIFIC", "DYNAMIC"]) {
    case "SPECIFIC":
      let providers = providers(root["providers"], &object)
      words[to] = providers.joined(separator: " or ")
      if providers.isEmpty { decision.doubts.append("where '\(object.name)' sends people") }
    case "DYNAMIC":
      words[to] = "where the identifier says (digest \(MeaningDigest.of(object.value(root["matchCriteria"]) ?? .null)))"
      object.mark(root["matchCriteria"], .open, "the vendor works it out: its digest is kept")
    default: decision.doubts.append("how '\(object.name)' chooses where people sign in")
    }
    if let fallsBack = object.flag(root["shouldFallBackToOkta"]) {
      if fallsBack { words["if_it_fails"] = here }
    } else if object.value(root["shouldFallBackToOkta"]) == nil {
      decision.gaps.append(
        .init("'shouldFallBackToOkta' of the \(object.kind) '\(object.name)'", .assumed, "false, which is the API's default"))
    }
    let unread = object.unread(below: "actions")
    for path in unread { object.mark(path, .notUnderstood, "where people sign in is an open flag") }
    decision.doubts += unread.map(object.doubt)
    object.markRest(below: "actions")
    decision.outcome = .set(words)
    return decision
  }

  private static func providers(_ path: MemberPath, _ object: inout SourceObject) -> [String] {
    (0..<object.count(path)).compactMap { place in
      guard let type = object.text(path[place]["type"])?.uppercased() else { return nil }
      let (id, name) = (object.text(path[place]["id"]), object.text(path[place]["name"]))
      guard type != "OKTA" else { return here }
      let kind = SourceText.slug(type, joinedBy: " ")
      return name.map { "\(SourceText.name($0)) (\(kind))" } ?? id.map { "\(kind) (id digest \(OktaNames.digest(ofID: $0)))" } ?? kind
    }
  }
}
