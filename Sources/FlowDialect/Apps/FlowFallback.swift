import Encodings

/// Why an app cannot show a screen state, and what its user gets instead.
///
/// What its decoder asks of the answer is `FlowDecoder`'s; here is what comes after it.
struct FlowFallback {
  let app: FlowAppProfile
  /// Whether the app draws the screens itself, without the renderer of its SDK: it asked for screens without a look.
  var drawsItself = false

  /// A reason, in a sentence, and what follows from it.
  struct Obstacle: Sendable, Hashable {
    var sentence: String
    var outcome = FlowDrawing.Outcome.hostedPage
  }

  private var drawing: FlowDrawing? { drawsItself ? nil : app.decoder?.drawing }

  /// The first reason why the app cannot draw what it decoded; `nil` if it can.
  ///
  /// - Parameter answer: the response, while `state` is what is shown after it.
  func obstacle(of state: FlowState, answer: FlowState) -> Obstacle? {
    if app.demands.contains(.layout), answer.forms != nil, answer.layout == nil {
      return Obstacle(sentence: "the screen has no 'layout', from which the app draws")
    }
    if let blank = blankView(of: state, answer: answer) { return blank }
    let forms = state.forms ?? []
    if let drawing, drawing.scope == .inForms {
      let found = forms.lazy.flatMap { form in form.widgets.lazy.compactMap { drawn($0, of: form.id, by: drawing) } }.first
      if let found { return found }
    }
    guard let layout = state.layout else { return nil }
    let widgets = forms.map { form in (form.id, Dictionary(form.widgets.map { ($0.id, $0) }) { first, _ in first }) }
    return obstacle(layout, in: Dictionary(widgets) { first, _ in first })
  }

  private func blankView(of state: FlowState, answer: FlowState) -> Obstacle? {
    guard let drawing, drawing.needsWholeScreen else { return nil }
    // A new screen replaces the whole one before it, without forms there is none.
    let parts =
      answer.forms == nil ? [("forms", state.forms != nil)] : [("screen", answer.screen != nil), ("layout", answer.layout != nil)]
    guard let missing = parts.first(where: { !$0.1 }) else { return nil }
    return Obstacle(sentence: "\(drawing.renderer) shows a blank view for a response without '\(missing.0)'", outcome: .blankView)
  }

  private func drawn(_ widget: FlowWidget, of form: String, by drawing: FlowDrawing) -> Obstacle? {
    drawing.problem(with: widget, of: form).map { Obstacle(sentence: $0.sentence, outcome: $0.outcome) }
  }

  /// - Parameter forms: widgets by their ids, by their forms.
  private func obstacle(_ layout: FlowLayout, in forms: [String: [String: FlowWidget]]) -> Obstacle? {
    switch layout {
    case .vertical(let items), .horizontal(let items): return items.lazy.compactMap { obstacle($0, in: forms) }.first
    case .widget(let formID, let widgetID):
      guard let widgets = forms[formID] else { return Obstacle(sentence: "the layout names form '\(formID)', which is not there") }
      guard let widget = widgets[widgetID] else {
        return Obstacle(sentence: "the layout names widget '\(widgetID)' of form '\(formID)', which is not there")
      }
      guard app.draws(widget.type) else {
        let sentence = "widget '\(widgetID)' of form '\(formID)' is of type '\(widget.type)', which the app does not draw"
        return Obstacle(sentence: sentence)
      }
      guard let drawing, drawing.scope == .inLayout else { return nil }
      return drawn(widget, of: formID, by: drawing)
    case .unknown(let json):
      return Obstacle(sentence: "the layout contains a node of type '\(json["type"]?.stringValue ?? "")', which the app does not know")
    }
  }
}
