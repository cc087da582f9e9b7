import Encodings
import TenantDecisions
import TenantImport

/// What the request is for, and how it is made: apps, identifiers, other protocols and providers.
extension OktaConditions {
  /// A condition that everything fits, or an open flag.
  mutating func any(_ path: MemberPath, _ text: String, _ object: inout SourceObject) -> Rule? {
    guard let word = object.text(path)?.uppercased() else { return nil }
    guard word != "ANY" else { return .always }
    let whole = MemberPath(Array(path.steps.dropLast()))
    object.mark(whole, .open, "an open flag")
    object.mark(path, .open, "an open flag")
    let digest = object.value(whole).map { MeaningDigest.of($0) } ?? ""
    return flags.condition(
      "\(path) \(digest)", name: Self.lastName(path), text: "the sign-in is \(text) (\(SourceText.name(word)), digest \(digest))")
  }

  /// What people enter to say who they are, which no situation says: no patterns fit everything.
  mutating func identifier(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    guard object.value(path["patterns"])?.arrayValue != nil else { return nil }
    guard object.count(path["patterns"]) > 0 else {
      object.mark(path, .understood)
      return .always
    }
    object.mark(path, .open, "what people enter is an open flag")
    let digest = MeaningDigest.of(object.value(path) ?? .null)
    return flags.condition(
      "identifier \(digest)", name: "identifier", text: "what people enter fits the patterns of a rule (digest \(digest))")
  }

  mutating func apps(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let included = each(items: path["include"], &object)
    let excluded = each(items: path["exclude"], &object)
    return .allOf([included ?? .always, excluded.map { Rule.no($0) } ?? .always])
  }

  private mutating func each(items path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let count = object.count(path)
    guard count > 0 else { return nil }
    return .anyOf(
      (0..<count).map { place in
        let item = path[place]
        if object.value(item["type"])?.stringValue?.uppercased() == "APP_TYPE" { return notUnderstood(item, &object) }
        guard object.value(item["type"])?.stringValue?.uppercased() == "APP", let id = object.value(item["id"])?.stringValue,
          let app = names.apps[id]
        else {
          return missing(
            "app", object.value(item["id"])?.stringValue ?? object.value(item["name"])?.stringValue ?? "\(place)", item, &object)
        }
        object.mark(item, .understood)
        return .atom(.word(fact: DecisionFact.client, app))
      })
  }
}
