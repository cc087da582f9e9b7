import Encodings

/// What the renderer of an app asks of the widgets that its decoder has read, as data.
///
/// A renderer that an SDK brings draws a closed set of looks. Where it gets another one it gives up, whatever the documentation says.
struct FlowDrawing: Sendable, Hashable {
  /// Whose renderer it is, in a sentence, e.g. `the iOS SDK`.
  var renderer: String
  /// Which widgets it makes.
  var scope: Scope
  /// Whether it shows a blank view for a response that lacks one of `screen`, `forms` and `layout`.
  var needsWholeScreen = false
  /// What it asks of widgets, by their type; the first rule that is broken decides.
  var rules: [String: [Rule]]

  enum Scope: Sendable, Hashable {
    /// Those that the layout names.
    case inLayout
    /// Those of every form, wherever they are shown.
    case inForms
  }

  /// What becomes of a response that is not drawn.
  enum Outcome: Sendable, Hashable {
    /// The app opens the hosted page.
    case hostedPage
    /// The app crashes.
    case crash
    /// The app shows a blank view.
    case blankView
  }

  /// One demand on a member of a widget.
  struct Rule: Sendable, Hashable {
    /// The names from the widget to the member.
    var path: [String]
    var asks: Asks
    /// Only widgets with this `render.type` are held to it; `nil` for all.
    var look: String?
    var outcome = Outcome.hostedPage
  }

  /// What is asked of a member.
  enum Asks: Sendable, Hashable {
    /// One of these texts.
    case oneOf([String])
    /// One of these texts, if it is there at all.
    case oneOfIfSent([String])
    /// A list that is not empty.
    case elements
    /// A list whose first element has one of these types.
    case firstOfType([String])
  }
}

extension FlowDrawing.Rule {
  /// - Parameter path: names with dots between them.
  static func oneOf(_ path: String, _ texts: String...) -> Self { Self(path, .oneOf(texts)) }
  static func oneOfIfSent(_ path: String, _ texts: String...) -> Self { Self(path, .oneOfIfSent(texts)) }

  /// - Parameter look: the `render.type` that it is for.
  static func elements(_ path: String, for look: String? = nil, else outcome: FlowDrawing.Outcome = .hostedPage) -> Self {
    var rule = Self(path, .elements)
    rule.look = look
    rule.outcome = outcome
    return rule
  }

  static func firstOfType(_ path: String, _ types: [String], for look: String? = nil) -> Self {
    var rule = Self(path, .firstOfType(types))
    rule.look = look
    return rule
  }

  private init(_ path: String, _ asks: FlowDrawing.Asks) {
    self.path = path.split(separator: ".").map(String.init)
    self.asks = asks
  }

  fileprivate var member: String { path.joined(separator: ".") }
}

extension FlowDrawing {
  /// Why a widget is not drawn, in a sentence, and what follows; `nil` if it is drawn.
  func problem(with widget: FlowWidget, of form: String) -> (sentence: String, outcome: Outcome)? {
    for rule in rules[widget.type] ?? [] where rule.look == nil || rule.look == widget.text(at: ["render", "type"]) {
      if let sentence = sentence(for: rule, widget, "widget '\(widget.id)' of form '\(form)'") { return (sentence, rule.outcome) }
    }
    return nil
  }

  private func sentence(for rule: Rule, _ widget: FlowWidget, _ name: String) -> String? {
    let value = widget.value(at: rule.path)
    let refusal = rule.outcome == .crash ? "crashes at" : "does not draw"
    switch rule.asks {
    case .oneOfIfSent where value == nil: return nil
    case .oneOf(let texts), .oneOfIfSent(let texts):
      if let text = value?.stringValue, texts.contains(text) { return nil }
      let drawn = "it draws \(texts.map { "'\($0)'" }.joined(separator: " and "))"
      guard let value else { return "\(renderer) \(refusal) \(name), which has no '\(rule.member)'; \(drawn)" }
      return "\(renderer) \(refusal) '\(rule.member)' \(Self.spelled(value)) of \(name); \(drawn)"
    case .elements:
      if value?.arrayValue?.isEmpty == false { return nil }
      return "\(renderer) \(refusal) \(name), whose '\(rule.member)' are empty"
    case .firstOfType(let types):
      guard let first = value?.arrayValue?.first else { return nil }
      let type = first["type"] ?? .null
      if let text = type.stringValue, types.contains(text) { return nil }
      return "\(renderer) \(refusal) \(name), as the first of its '\(rule.member)' is of type \(Self.spelled(type))"
    }
  }

  private static func spelled(_ json: JSONValue) -> String {
    guard let text = json.stringValue else { return JSONWriter.text(of: json) }
    return text.unicodeScalars.count > 40 ? "'\(String(text.unicodeScalars.prefix(40)))…'" : "'\(text)'"
  }
}

extension FlowWidget {
  /// The value below these names; `nil` where there is none, or `null`.
  fileprivate func value(at path: [String]) -> JSONValue? {
    guard let name = path.first, let first = self[name] else { return nil }
    let value = path.dropFirst().reduce(Optional(first)) { $0?[$1] }
    return value?.isNull == true ? nil : value
  }

  fileprivate func text(at path: [String]) -> String? { value(at: path)?.stringValue }
}
