package import JourneyModel

extension Form {
  /// The widget with this id, also one that a choice asks for once it is taken.
  package func widget(named id: String) -> Widget? { Self.widget(named: id, in: widgets) }

  private static func widget(named id: String, in widgets: [Widget]) -> Widget? {
    for widget in widgets {
      if widget.id.text == id { return widget }
      guard case .choice(let list) = widget.kind else { continue }
      for choice in list.choices where !choice.widgets.isEmpty {
        if let found = Self.widget(named: id, in: choice.widgets) { return found }
      }
    }
    return nil
  }

  /// The ids of all its widgets, nested ones after the one that asks for them.
  package var everyWidgetID: [String] { Self.ids(of: widgets) }

  private static func ids(of widgets: [Widget]) -> [String] {
    widgets.flatMap { widget in
      [widget.id.text] + (widget.choiceList.map { $0.choices.flatMap { ids(of: $0.widgets) } } ?? [])
    }
  }
}

extension Screen {
  /// The forms that a written id means: the one with the id, else all with the alias.
  func forms(named id: String) -> [Form] {
    if let form = forms.first(where: { $0.id.rawValue == id }) { return [form] }
    return forms.filter { form in form.aliases.contains { $0.rawValue == id } }
  }

  /// The forms that have a widget with this id, in the order sent.
  func forms(withWidget id: String) -> [Form] { forms.filter { $0.widget(named: id) != nil } }

  /// All messages: the screen's own, then those of choices.
  var everyMessage: [Message] {
    var all = messages
    for form in forms {
      for widget in form.widgets {
        guard case .choice(let list) = widget.kind else { continue }
        for choice in list.choices where !choice.messages.isEmpty { all += choice.messages }
      }
    }
    return all
  }

  /// How long to wait before the screen is requested again, and with which form; `nil` if it has no poll form.
  var poll: (form: FormID, every: Duration)? {
    for form in forms {
      if case .poll(let every) = form.kind { return (form.id, every) }
    }
    return nil
  }
}

extension Message.Scope {
  /// As a scenario names it: `global`, or the widget's id.
  var written: String {
    switch self {
    case .page, .form: "global"
    case .widget(_, let widget): widget.text
    }
  }

  var form: FormID? {
    switch self {
    case .page: nil
    case .form(let form), .widget(let form, _): form
    }
  }
}

extension Message {
  /// As a failure shows it: level, text, and the key if there is one.
  var shown: String { "\(level.text) '\(text.visible)'" + (key.map { " (\($0))" } ?? "") }

  /// What it belongs to, e.g. `'password'`, `the page`.
  var placeName: String {
    switch scope {
    case .page: "the page"
    case .form(let form): "form '\(form)'"
    case .widget(_, let widget): "'\(widget.text)'"
    }
  }
}
