package import JourneyModel

/// A way on from a screen: the form, and the button or link that takes it.
package struct Way: Sendable, Hashable {
  package var form: FormID
  /// `nil` where the app draws the button, or the form is a link itself.
  package var control: WidgetID?
  /// What a person reads; the form's id if it has no text.
  package var label: String

  package init(form: FormID, control: WidgetID?, label: String) {
    self.form = form
    self.control = control
    self.label = label
  }
}

extension Screen {
  /// The ways on that a person sees, in their order.
  ///
  /// - Parameter submission: what a person presses in the app.
  package func ways(_ submission: FormSubmission) -> [Way] {
    forms.flatMap { form in form.ways(submission) }
  }

  /// How the step says which way is taken; `nil` where the answers say it.
  ///
  /// - Parameter answered: the ids of the widgets that are answered.
  package func press(_ way: Way, answered: [String], _ submission: FormSubmission) -> String? {
    let fitting = forms.filter { form in answered.allSatisfy { id in form.everyWidget.contains { $0.id.text == id } } }
    let own = form(way.form)?.ways(submission) ?? []
    let isFirst = own.first?.control == way.control
    let isCredential = own.first { $0 == way }.map { answered.contains($0.control?.text ?? "") } ?? false
    if !answered.isEmpty, fitting.count == 1, fitting[0].id == way.form, isFirst || isCredential { return nil }
    let labels = forms.flatMap { form in form.widgets.filter { $0.isVisible && $0.kind.isControl }.compactMap { $0.label?.visible } }
    let formLabels = forms.filter { form in !form.widgets.contains { $0.isVisible && $0.kind.isControl } }.compactMap { $0.label?.visible }
    let isOfForm = forms.contains { $0.id.rawValue == way.label || $0.aliases.contains { $0.rawValue == way.label } }
    if (labels + formLabels).filter({ $0 == way.label }).count == 1, !isOfForm { return way.label }
    return way.form.rawValue
  }
}

extension Form {
  fileprivate func ways(_ submission: FormSubmission) -> [Way] {
    switch kind {
    case .poll: return []
    case .navigation: return [Way(form: id, control: nil, label: name)]
    case .input, .action: break
    }
    let controls = widgets.filter { widget in
      guard widget.isVisible, widget.kind.isControl else { return false }
      if case .close = widget.kind { return false }
      guard case .widgets(let types) = submission else { return true }
      return types.contains(widget.typeName)
    }
    guard controls.isEmpty else {
      return controls.map { Way(form: id, control: $0.id, label: $0.label?.visible ?? name) }
    }
    guard case .drawnByApp = submission else { return [] }
    return [Way(form: id, control: nil, label: name)]
  }

  private var name: String { label?.visible ?? id.rawValue }

  /// The widgets that a person answers, in their order.
  package var fields: [Widget] {
    widgets.filter { $0.isVisible && $0.kind.takesAnswer && !$0.kind.isReadOnly }
  }

  /// Its widgets, and those that a choice of it asks for.
  package var everyWidget: [Widget] { widgets.flatMap(\.withInner) }
}

extension Widget {
  fileprivate var withInner: [Widget] {
    guard case .choice(let list) = kind else { return [self] }
    return [self] + list.choices.flatMap { $0.widgets.flatMap(\.withInner) }
  }
}
