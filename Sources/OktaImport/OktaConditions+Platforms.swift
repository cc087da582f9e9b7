import Encodings
import TenantDecisions
import TenantImport

/// Platforms and expressions.
extension OktaConditions {
  private static let mobile = ["ios", "android"]
  private static let desktop = ["windows", "macos", "linux", "chromeos"]

  mutating func platform(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let included = platforms(path["include"], &object)
    let excluded = platforms(path["exclude"], &object)
    return .allOf([included ?? .always, excluded.map { Rule.no($0) } ?? .always])
  }

  private mutating func platforms(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    let count = object.count(path)
    guard count > 0 else { return nil }
    return .anyOf((0..<count).map { platform(entry: path[$0], &object) })
  }

  private mutating func platform(entry path: MemberPath, _ object: inout SourceObject) -> Rule {
    let type = object.word(path["type"], among: ["ANY", "DESKTOP", "MOBILE", "OTHER"])
    let systems = ["ANY", "IOS", "ANDROID", "WINDOWS", "MACOS", "OSX", "CHROMEOS", "LINUX", "OTHER"]
    let system = object.word(path["os"]["type"], among: systems) ?? (object.says(path["os"]) ? "OTHER" : "ANY")
    let of: Rule =
      switch (type ?? "OTHER", system) {
      case ("ANY", "ANY"): .always
      case (_, "OTHER"), ("OTHER", _): unclear(type, path, &object)
      case ("MOBILE", "ANY"): .anyOf([isOne("session.platform", Self.mobile), other()])
      case ("DESKTOP", "ANY"): .anyOf([isOne("session.platform", Self.desktop), other()])
      case (_, "OSX"): isOne("session.platform", ["macos"])
      case (_, let system): isOne("session.platform", [system.lowercased()])
      }
    let rest = object.unread(below: path).map { notUnderstood($0, &object) }
    return .allOf([of] + rest)
  }

  /// A platform that no word of ours is may be a desktop or a phone.
  private mutating func other() -> Rule { .allOf([isOne("session.platform", ["other"]), otherFlag()]) }

  private mutating func otherFlag() -> Rule {
    flags.condition("other platform", name: "other_platform", text: "the platform is what the org calls 'other'")
  }

  /// What 'other' takes is not documented, but no phone is a desktop.
  private mutating func unclear(_ type: String?, _ path: MemberPath, _ object: inout SourceObject) -> Rule {
    if object.value(path["os"]["type"])?.stringValue != nil { object.mark(path["os"]["type"], .open, "what 'other' takes is an open flag") }
    let not: Rule =
      switch type {
      case "DESKTOP": .no(isOne("session.platform", Self.mobile))
      case "MOBILE": .no(isOne("session.platform", Self.desktop))
      default: .always
      }
    return .allOf([not, otherFlag()])
  }

  mutating func expression(_ path: MemberPath, _ object: inout SourceObject) -> Rule? {
    guard let text = object.text(path, .open, "an expression: an open flag") else { return nil }
    if let simple = simple(text) {
      object.mark(path, .open, "the vendor works it out: a fact of the situation")
      return simple
    }
    let expression = OktaExpression(text)
    let shown = expression.shown
    return flags.condition(
      "expression \(text)", name: expression.name, or: "\(object.name) condition",
      text: shown == SourceText.singleQuoted(text) ? shown : "\(shown), in part, digest \(MeaningDigest.of(text))")
  }

  /// The level of risk and a behavior by its name, which are facts of the situation.
  private mutating func simple(_ text: String) -> Rule? {
    for (sign, isEqual) in [("==", true), ("!=", false)] {
      let parts = text.split(separator: sign, omittingEmptySubsequences: false).map(Self.trimmed)
      guard parts.count == 2, parts[0] == "security.risk.level" else { continue }
      // Whether texts are compared with regard to case is not documented: any other spelling is an open flag.
      guard let word = Self.unquoted(parts[1]), ["LOW", "MEDIUM", "HIGH"].contains(word) else { return nil }
      return isEqual ? isOne("session.risk", [word.lowercased()]) : .no(isOne("session.risk", [word.lowercased()]))
    }
    let start = "security.behaviors.contains("
    guard text.hasPrefix(start), text.hasSuffix(")"), let name = Self.unquoted(String(text.dropFirst(start.count).dropLast())),
      let behavior = names.behaviors.values.first(where: { $0.name == name })
    else { return nil }
    return detected(behavior)
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  private static func unquoted(_ text: String) -> String? {
    guard let first = text.first, first == text.last, text.count > 2, first == "'" || first == "\"" else { return nil }
    let inner = text.dropFirst().dropLast()
    return inner.contains(first) ? nil : String(inner)
  }
}
