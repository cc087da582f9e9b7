import Diagnostics
import Encodings
import JourneyMock
import LocatedYAML

/// What a person might answer where it does not matter what.
enum SampleAnswer {
  /// Long enough, and of every kind of characters.
  static let password = "Aa-1234567890-Bb-24680"
  static let word = "Somebody"
  /// An address that no account has.
  static let nobody = "nobody@unknown.test"

  /// A secret that no account has, not longer than the widget takes.
  static func wrong(for widget: WidgetDefinition?) -> String {
    let text = "Wrong-answer-0"
    return widget?.limit("maxLength").map { String(text.prefix(max($0, 1))) } ?? text
  }

  /// A text that is as long as a widget asks for.
  private static func fitted(_ text: String, to widget: WidgetDefinition) -> String {
    let missing = max(0, (widget.limit("minLength") ?? 0) - text.count)
    let long = text + String(repeating: "a", count: min(missing, mostAdded))
    return widget.limit("maxLength").map { String(long.prefix(max($0, 1))) } ?? long
  }

  private static let mostAdded = 1_000

  /// A quoted text with as many more characters as a pattern asks for, as of a password of a certain length; `nil` if none of them fits.
  static func lengthened(_ quoted: String, to pattern: Pattern) -> String? {
    let text = String(quoted.dropFirst().dropLast())
    return [0, 4, 12, 24, 56, 120].lazy.map { text + String(repeating: "a", count: $0) }.first { longer in
      do throws(PatternError) { return try pattern.wholeMatch(in: longer) != nil } catch { return false }
    }.map { "\"\($0)\"" }
  }

  /// A text as YAML.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// What is entered in one field, as YAML.
  static func text(_ widget: WidgetDefinition) -> String {
    switch widget.type.value {
    case "checkbox", "boolean", "decision": "true"
    case "select", "choice": options(of: widget).first.map(quoted) ?? quoted(word)
    case "password": quoted(fitted(password, to: widget))
    case "passcode": quoted("000000")
    case "phone": quoted("+36301234567")
    case "date": quoted("1990-01-01")
    default: quoted(fitted(named(widget.id.value.lowercased()), to: widget))
    }
  }

  /// What is entered in a part of a widget, such as `authenticator.phoneNumber`, as YAML.
  static func text(inPart id: String) -> String { quoted(named(id.lowercased().split(separator: ".").last.map(String.init) ?? id)) }

  private static func named(_ id: String) -> String {
    if id.contains("mail") || id.contains("target") { return "somebody@unknown.test" }
    return id.contains("phone") ? "+36301234567" : word
  }

  /// What a widget has to be answered with, if nothing else is said of it.
  ///
  /// - Parameter ruledOut: what is not to be so of it.
  static func answers(to widget: WidgetDefinition, besides ruledOut: [BreakingWay.Answer]) -> [(widget: String, text: String)] {
    let id = widget.id.value
    let others = ruledOut.filter { $0.widget == id || $0.widget.hasPrefix(id + ".") }
    let words = others.compactMap { answer -> String? in
      switch answer.test {
      case .equals(let text), .has(let text): text
      case .present, .equalsAttribute, .equalsAnswer, .equalsCode, .equalsTOTP, .matches: nil
      }
    }
    switch widget.type.value {
    case "questions":
      return [(id + ".questionKey", options(of: widget).first ?? word), (id + ".answer", quoted(word))]
    case "authenticator":
      guard let method = methods(of: widget).first(where: { !words.contains($0) }) else { return [] }
      return [(id + ".methodType", method)]
    case "select", "authenticators", "channel", "decision":
      guard widget.isRequired || !others.isEmpty || widget.type.value == "authenticators" else { return [] }
      return options(of: widget).first { !words.contains($0) }.map { [(id, quoted($0))] } ?? []
    case "password", "passcode": return [(id, text(widget))]
    // Made or used by the walk.
    case "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll": return [(id, "true")]
    default: return widget.isRequired ? [(id, text(widget))] : []
    }
  }

  /// The values of its options, those of groups among them.
  private static func options(of widget: WidgetDefinition) -> [String] {
    widget.attributes.first { $0.name == "options" }.map { values(in: $0.value) } ?? []
  }

  private static func values(in node: YAMLNode) -> [String] {
    guard case .sequence(let sequence) = node else { return [] }
    return sequence.items.flatMap { item -> [String] in
      guard case .mapping(let option) = item else { return [] }
      if let group = option["options"] { return values(in: group) }
      guard case .scalar(let value)? = option["value"] else { return [] }
      return [value.text]
    }
  }

  private static func methods(of widget: WidgetDefinition) -> [String] {
    guard case .sequence(let methods)? = widget.attributes.first(where: { $0.name == "methods" })?.value else { return [] }
    return methods.items.compactMap { if case .scalar(let method) = $0 { method.text } else { nil } }
  }
}
