import Encodings
import JourneyModel
import ModelCoding

/// One row of a fixture's `expect`: what a scenario's step could ask of the screen.
///
/// The member it begins with says what it is about; what stands beside has to hold as well.
/// - `{screen}`: the id, or a part of it that ends where a `/` follows.
/// - `{form, kind, alias, url, label, absent}`: a form and what it is.
/// - `{form, widget, type, kind, label, value, required, readonly, visible, options, absent}`: a widget of that form.
/// - `{press, form}`: the one form that bears this label.
/// - `{message, level, key, form, widget}`: a message, about the page where neither form nor widget is named;
///   messages of choices count too. `{messages: none}`: there is none at all.
/// - `{fact, value, volatile, secret}`: something the screen tells.
struct ExpectedFact {
  let row: JSONValue

  init(_ row: JSONValue) { self.row = row }

  /// What does not hold; `nil` where all of it does.
  func problem(on screen: Screen) -> String? {
    let problems =
      if row["screen"] != nil {
        screenProblems(screen)
      } else if row["press"] != nil {
        pressProblems(screen)
      } else if row["message"] != nil || row["messages"] != nil {
        messageProblems(screen)
      } else if row["fact"] != nil {
        factProblems(screen)
      } else if row["widget"] != nil {
        widgetProblems(screen)
      } else if row["form"] != nil {
        formProblems(screen)
      } else {
        ["a row about nothing"]
      }
    return problems.isEmpty ? nil : "\(JSONWriter.text(of: row)): \(problems.joined(separator: ", "))"
  }

  private func compare(_ name: String, _ actual: JSONValue?) -> [String] {
    guard let expected = row[name], expected != actual else { return [] }
    return ["\(name) is \(actual.map { JSONWriter.text(of: $0) } ?? "nothing")"]
  }

  private func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  private func screenProblems(_ screen: Screen) -> [String] {
    let id = row["screen"]?.stringValue ?? ""
    return screen.id.matches(id, by: .exactOrPrefixAtSlash) ? [] : ["the screen is \(screen.id)"]
  }

  private var formID: FormID { FormID(row["form"]?.stringValue ?? "") }

  private func formProblems(_ screen: Screen) -> [String] {
    guard let form = screen.forms.first(where: { $0.id == formID }) else {
      return row["absent"] == true ? [] : ["no such form"]
    }
    guard row["absent"] == nil else { return ["the form is there"] }
    let alias = row["alias"]?.stringValue.map { FormID($0) }
    let aliasProblems = alias.map { form.aliases.contains($0) ? [] : ["aliases are \(form.aliases)"] } ?? []
    return compare("kind", .string(form.kindWord)) + compare("url", text(form.address)) + compare("label", text(form.label?.visible))
      + aliasProblems
  }

  private func widgetProblems(_ screen: Screen) -> [String] {
    let id = WidgetID(row["widget"]?.stringValue ?? "")
    guard let form = screen.forms.first(where: { $0.id == formID }) else { return ["no such form"] }
    guard let widget = form.widget(id) else { return row["absent"] == true ? [] : ["no such widget"] }
    guard row["absent"] == nil else { return ["the widget is there"] }
    return compare("type", .string(widget.typeName)) + compare("kind", .string(widget.kindWord))
      + compare("label", text(widget.shownText)) + compare("value", widget.shownValue)
      + compare("required", .bool(widget.kind.isRequired)) + compare("readonly", .bool(widget.kind.isReadOnly))
      + compare("visible", .bool(widget.isVisible)) + compare("options", widget.optionLabels)
  }

  private func pressProblems(_ screen: Screen) -> [String] {
    let label = row["press"]?.stringValue ?? ""
    let forms = screen.forms.filter { $0.pressLabels.contains(label) }.map(\.id)
    return forms == [formID] ? [] : ["it presses \(forms)"]
  }

  private func messageProblems(_ screen: Screen) -> [String] {
    let messages = screen.allMessages
    if row["messages"] == "none" { return messages.isEmpty ? [] : ["there are \(messages.count)"] }
    let isThere = messages.contains { message in
      row["message"] == .string(message.text.visible) && row["level"] == .string(message.level.text)
        && (row["key"] == nil || row["key"] == text(message.key)) && scope == message.scope
    }
    return isThere ? [] : ["no such message among \(messages)"]
  }

  private var scope: Message.Scope {
    guard row["form"] != nil else { return .page }
    return row["widget"]?.stringValue.map { .widget(formID, WidgetID($0)) } ?? .form(formID)
  }

  private func factProblems(_ screen: Screen) -> [String] {
    guard let fact = screen.facts.first(where: { $0.name == row["fact"]?.stringValue }) else { return ["no such fact"] }
    return compare("value", JSONValue(fact.value)) + compare("volatile", .bool(fact.isVolatile))
      + compare("secret", .bool(fact.isSecret))
  }
}

extension Screen {
  /// The messages of the screen and of everything that can be chosen on it.
  var allMessages: [Message] { messages + forms.flatMap(\.widgets).flatMap(\.messagesOfChoices) }
}

extension Form {
  var kindWord: String {
    switch kind {
    case .input: "input"
    case .action: "action"
    case .poll: "poll"
    case .navigation: "navigation"
    }
  }

  var address: String? {
    guard case .navigation(let url) = kind else { return nil }
    return url
  }
}

extension Widget {
  var kindWord: String {
    switch kind {
    case .output: "output"
    case .entry: "entry"
    case .toggle: "toggle"
    case .choice: "choice"
    case .submitter: "submitter"
    case .close: "close"
    case .credential: "credential"
    case .unknown: "unknown"
    }
  }

  /// What a person reads: the label, or the text that it is all about.
  var shownText: String? {
    guard case .output(let text) = kind else { return label?.visible }
    return text.visible
  }

  var shownValue: JSONValue? {
    switch kind {
    case .entry(let entry): entry.value.map { .string($0) }
    case .toggle(let toggle): .bool(toggle.isOn)
    case .choice(let list): list.takesSeveral ? .array(list.selected.map { JSONValue($0) }) : list.selected.first.map { JSONValue($0) }
    case .output, .submitter, .close, .credential, .unknown: nil
    }
  }

  var choices: [Choice] {
    guard case .choice(let list) = kind else { return [] }
    return list.choices
  }

  var optionLabels: JSONValue { .array(choices.compactMap { $0.label.map { .string($0.visible) } }) }

  var messagesOfChoices: [Message] {
    choices.flatMap { choice in choice.messages + choice.widgets.flatMap(\.messagesOfChoices) }
  }
}
