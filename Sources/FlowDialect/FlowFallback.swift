import Encodings

/// Why an app cannot show a screen state and opens the hosted page instead (sheet sections 1.11, 3.1 and 5).
struct FlowFallback {
  let app: FlowAppProfile

  /// The first reason in the order of the document, in a sentence; `nil` where the app can show it.
  ///
  /// - Parameter answer: what just came, while `state` is what is shown after it.
  func cause(of state: FlowState, answer: FlowState) -> String? {
    undecodable(state, answer: answer) ?? undrawable(state)
  }

  /// Why the app's decoder gives up on the whole answer.
  func undecodable(_ state: FlowState, answer: FlowState) -> String? {
    if app.demands.contains(.hostedURL), answer.hostedURL == nil { return "the answer has no 'hostedUrl', which the app decodes" }
    if app.demands.contains(.layout), answer.forms != nil, answer.layout == nil {
      return "the screen has no 'layout', which the app decodes"
    }
    return messageCause(answer) ?? widgetCause(state) ?? layoutTypeCause(state.layout)
  }

  /// Why the app cannot draw what it decoded.
  func undrawable(_ state: FlowState) -> String? {
    state.layout.flatMap { layoutCause($0, in: state.forms ?? []) }
  }

  private func layoutTypeCause(_ layout: FlowLayout?) -> String? {
    guard app.demands.contains(.knownWidgets) else { return nil }
    switch layout {
    case .vertical(let items), .horizontal(let items): return items.lazy.compactMap { layoutTypeCause($0) }.first
    case .unknown(let json): return Self.unknownNode(json)
    case .widget, nil: return nil
    }
  }

  private static func unknownNode(_ json: JSONValue) -> String {
    "the layout holds a node of type '\(json["type"]?.stringValue ?? "")', which the app does not know"
  }

  private func messageCause(_ answer: FlowState) -> String? {
    guard app.demands.contains(.errorMessagesOnly) else { return nil }
    for member in answer.messages ?? [] {
      let candidates = [member.value] + (member.value.objectValue ?? []).map(\.value)
      for type in candidates.compactMap({ $0["type"]?.stringValue }) where type != "error" {
        return "the app cannot decode a message of type '\(type)'"
      }
    }
    return nil
  }

  private func widgetCause(_ state: FlowState) -> String? {
    for form in state.forms ?? [] {
      for widget in form.widgets {
        let place = "widget '\(widget.id)' of form '\(form.id)'"
        if !knows(widget.type) {
          guard app.demands.contains(.knownWidgets) else { continue }
          return "\(place) is of type '\(widget.type)', which the app does not know"
        }
        if app.demands.contains(.render), Self.drawn.contains(widget.type), widget["render"] == nil {
          return "\(place) has no 'render', which the app decodes"
        }
        if app.demands.contains(.mandatoryAttributes), let name = missingAttribute(of: widget) {
          return "\(place) has no '\(name)', which the app decodes"
        }
      }
    }
    return nil
  }

  private func layoutCause(_ layout: FlowLayout, in forms: [FlowForm]) -> String? {
    switch layout {
    case .vertical(let items), .horizontal(let items):
      for item in items {
        if let cause = layoutCause(item, in: forms) { return cause }
      }
      return nil
    case .widget(let formID, let widgetID):
      guard let form = forms.first(where: { $0.id == formID }) else { return "the layout names form '\(formID)', which is not there" }
      guard let widget = form.widgets.first(where: { $0.id == widgetID }) else {
        return "the layout names widget '\(widgetID)' of form '\(formID)', which is not there"
      }
      return knows(widget.type) ? nil : "widget '\(widgetID)' of form '\(formID)' is of type '\(widget.type)', which the app does not know"
    case .unknown(let json): return Self.unknownNode(json)
    }
  }

  private func knows(_ type: String) -> Bool {
    Self.vendorTypes.contains(type) && !app.missingTypes.contains(type)
  }

  private static let vendorTypes = Set(FlowDescription.widgetTypes)

  /// The types whose `render` the Flutter models insist on.
  private static let drawn: Set<String> = ["static", "checkbox", "select", "submit", "close"]

  /// The first attribute without which the mobile decoders give up on the whole screen.
  private func missingAttribute(of widget: FlowWidget) -> String? {
    if widget.id.isEmpty { return "id" }
    for name in Self.mandatory[widget.type] ?? [] where widget[name] == nil { return name }
    if let render = widget["render"] {
      if render["type"] == nil, Self.drawn.contains(widget.type) { return "render.type" }
      if widget.type == "checkbox", render["labelType"] == nil { return "render.labelType" }
    }
    if let validator = widget["validator"], let name = missingRule(of: widget.type, in: validator) { return "validator.\(name)" }
    return widget.type == "multiSelect" ? missingOptionPart(of: widget) : nil
  }

  private func missingRule(of type: String, in validator: JSONValue) -> String? {
    let names: [String] =
      switch type {
      case "input", "select": ["required"]
      case "multiSelect": ["minSelectable", "maxSelectable"]
      case _: []
      }
    return names.first { validator[$0]?.isNull ?? true }
  }

  /// A group has no value, so the mobile decoders cannot read one here.
  private func missingOptionPart(of widget: FlowWidget) -> String? {
    for option in widget["options"]?.arrayValue ?? [] {
      if option["label"]?.isNull ?? true { return "options.label" }
      if option["value"]?.isNull ?? true { return "options.value" }
    }
    return nil
  }

  private static let mandatory: [String: [String]] = [
    "static": ["value"],
    "input": ["label", "readonly", "validator"],
    "password": ["label", "qualityIndicator"],
    "checkbox": ["label", "value", "readonly"],
    "select": ["readonly", "options"],
    "multiSelect": ["label", "value", "readonly", "options"],
    "phone": ["label", "readonly"],
    "passcode": ["label"],
    "date": ["readonly"],
    "submit": ["label"],
    "close": ["label"],
  ]
}
