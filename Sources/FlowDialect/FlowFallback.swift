import Encodings

/// Why an app cannot show a screen state and opens the hosted page instead (sheet sections 1.11, 3.1 and 5).
///
/// What its decoder asks of the answer is `FlowDecoder`'s; here is what comes after it.
struct FlowFallback {
  let app: FlowAppProfile

  /// The first reason why the app cannot draw what it decoded, in a sentence; `nil` where it can.
  ///
  /// - Parameter answer: what just came, while `state` is what is shown after it.
  func cause(of state: FlowState, answer: FlowState) -> String? {
    if app.demands.contains(.layout), answer.forms != nil, answer.layout == nil {
      return "the screen has no 'layout', which the app draws by"
    }
    return state.layout.flatMap { cause($0, in: state.forms ?? []) }
  }

  private func cause(_ layout: FlowLayout, in forms: [FlowForm]) -> String? {
    switch layout {
    case .vertical(let items), .horizontal(let items): return items.lazy.compactMap { cause($0, in: forms) }.first
    case .widget(let formID, let widgetID):
      guard let form = forms.first(where: { $0.id == formID }) else { return "the layout names form '\(formID)', which is not there" }
      guard let widget = form.widgets.first(where: { $0.id == widgetID }) else {
        return "the layout names widget '\(widgetID)' of form '\(formID)', which is not there"
      }
      return app.draws(widget.type)
        ? nil : "widget '\(widgetID)' of form '\(formID)' is of type '\(widget.type)', which the app does not draw"
    case .unknown(let json):
      return "the layout holds a node of type '\(json["type"]?.stringValue ?? "")', which the app does not know"
    }
  }
}
