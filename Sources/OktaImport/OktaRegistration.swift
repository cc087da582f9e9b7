import Encodings
import TenantDecisions
import TenantImport

/// Reads what rules of registration say of new people, and of profiles that lack something.
struct OktaRegistration: Sendable {
  /// What the flow of a mock takes of it: one value for all apps.
  struct Flow: Sendable, Hashable {
    var registers: Bool
    /// Whether people are asked for what their profiles lack.
    var completes: Bool
    var isKnown = true
  }

  let names: OktaNames

  /// What a rule decides, and what the flow takes of it.
  func decision(_ object: inout SourceObject) -> (decision: OktaDecision, flow: Flow) {
    let root: MemberPath = "actions.profileEnrollment"
    var decision = OktaDecision(outcome: .deny)
    var words: [String: String] = [:]
    if object.word(root["access"], among: ["ALLOW", "DENY"]) == "DENY" { words["access"] = "denied" }
    let unknown = object.word(root["unknownUserAction"], among: ["REGISTER", "DENY"])
    words["new_people"] = unknown == "REGISTER" ? "may register" : "refused"
    let verifies = object.flag(root["activationRequirements"]["emailVerification"])
    if verifies == true { words["email_verification"] = "yes" }
    let profiling = object.word(root["progressiveProfilingAction"], among: ["ENABLED", "DISABLED"])
    if profiling == "ENABLED" { words["missing_attributes"] = "asked for at sign-in" }
    let said: [(String, Bool)] = [
      ("access", object.value(root["access"]) != nil), ("unknownUserAction", unknown != nil), ("emailVerification", verifies != nil),
      ("progressiveProfilingAction", profiling != nil),
    ]
    for (name, isSaid) in said where !isSaid { decision.doubts.append("'\(name)' of '\(object.name)'") }
    words["asks"] = attributes(root["profileAttributes"], &decision, &object)
    words["identifiers"] = identifiers(root["allowedIdentifiers"], &decision, &object)
    let types = root["enrollAuthenticatorTypes"]
    if (0..<object.count(types)).contains(where: { object.word(types[$0], among: ["PASSWORD"]) != nil }) {
      words["first_page"] = "with a password"
    }
    words["group"] = group(root["targetGroupIds"], &decision, &object)
    let hooks = root["preRegistrationInlineHooks"]
    if object.says(hooks) {
      object.mark(hooks, .open, "foreign code may refuse people, or change what they enter")
      words["hook"] = "digest \(MeaningDigest.of(object.value(hooks) ?? .null))"
    }
    object.mark(root["uiSchemaId"], .outside, "order and labels of fields")
    let unread = object.unread(below: "actions")
    for path in unread { object.mark(path, .notUnderstood, "who may register is an open flag") }
    decision.doubts += unread.map(object.doubt)
    object.markRest(below: "actions")
    decision.outcome = .set(words)
    return (decision, Flow(registers: unknown == "REGISTER", completes: profiling == "ENABLED", isKnown: decision.doubts.isEmpty))
  }

  private func attributes(_ path: MemberPath, _ decision: inout OktaDecision, _ object: inout SourceObject) -> String? {
    var asked: [String] = []
    for place in 0..<object.count(path) {
      guard let name = object.text(path[place]["name"]) else { continue }
      object.mark(path[place]["label"], .outside, "the text of a field")
      let isRequired = object.flag(path[place]["required"])
      if isRequired == nil { decision.doubts.append("whether '\(path[place])' of '\(object.name)' is required") }
      asked.append(SourceText.name(name) + (isRequired == true ? "" : " (optional)"))
    }
    return asked.isEmpty ? nil : asked.joined(separator: ", ")
  }

  private func identifiers(_ path: MemberPath, _ decision: inout OktaDecision, _ object: inout SourceObject) -> String {
    let names = object.texts(path).map(SourceText.name)
    guard names.isEmpty else { return names.joined(separator: ", then ") }
    decision.gaps.append(
      .init("identifiers of the \(object.kind) '\(object.name)'", .assumed, "the username alone, which is the API's default"))
    return "login"
  }

  /// The group that new people come into.
  private func group(_ path: MemberPath, _ decision: inout OktaDecision, _ object: inout SourceObject) -> String? {
    var isKnown = true
    let groups = (0..<object.count(path)).compactMap { place -> String? in
      guard let id = object.value(path[place])?.stringValue else { return nil }
      if let group = names.groups[id] {
        object.mark(path[place], .understood)
        return group.name
      }
      object.mark(path[place], .missing, "the group is not in the folder: an open flag")
      decision.doubts.append(
        "the group that '\(object.name)' puts new people into (id digest \(OktaNames.digest(ofID: id))), which is not in the folder")
      isKnown = false
      return nil
    }
    return groups.isEmpty || !isKnown ? nil : groups.joined(separator: " and ")
  }
}
