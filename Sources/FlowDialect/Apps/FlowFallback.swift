import Encodings

/// Why an app cannot show a screen state and opens the hosted page instead.
///
/// What its decoder asks of the answer is `FlowDecoder`'s; here is what comes after it.
struct FlowFallback {
  let app: FlowAppProfile

  /// The first reason why the app cannot draw what it decoded, in a sentence; `nil` if it can.
  ///
  /// - Parameter answer: the response, while `state` is what is shown after it.
  func cause(of state: FlowState, answer: FlowState) -> String? {
    if app.demands.contains(.layout), answer.forms != nil, answer.layout == nil {
      return "the screen has no 'layout', from which the app draws"
    }
    guard let layout = state.layout else { return nil }
    let types = (state.forms ?? []).map { form in (form.id, Dictionary(form.widgets.map { ($0.id, $0.type) }) { first, _ in first }) }
    return cause(layout, in: Dictionary(types) { first, _ in first })
  }

  /// - Parameter types: of widgets by their ids, by their forms.
  private func cause(_ layout: FlowLayout, in types: [String: [String: String]]) -> String? {
    switch layout {
    case .vertical(let items), .horizontal(let items): return items.lazy.compactMap { cause($0, in: types) }.first
    case .widget(let formID, let widgetID):
      guard let widgets = types[formID] else { return "the layout names form '\(formID)', which is not there" }
      guard let type = widgets[widgetID] else { return "the layout names widget '\(widgetID)' of form '\(formID)', which is not there" }
      return app.draws(type) ? nil : "widget '\(widgetID)' of form '\(formID)' is of type '\(type)', which the app does not draw"
    case .unknown(let json):
      return "the layout contains a node of type '\(json["type"]?.stringValue ?? "")', which the app does not know"
    }
  }
}
