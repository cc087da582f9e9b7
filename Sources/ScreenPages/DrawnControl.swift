import JourneyModel

/// A widget as a control of a page, with its label and what describes it.
struct DrawnControl {
  let drawn: DrawnWidget
  /// The ids of the messages that say something of it.
  private let describedBy: [String]
  private let isInvalid: Bool

  init(_ drawn: DrawnWidget, describedBy: [String], isInvalid: Bool) {
    self.drawn = drawn
    self.describedBy = describedBy
    self.isInvalid = isInvalid
  }

  private var widget: Widget { drawn.widget }
  private var id: String { "w\(drawn.number)" }
  private var label: String { widget.label?.visible ?? "" }

  /// In the order in which a person meets them.
  var parts: [MarkupElement] {
    switch widget.kind {
    case .output(let text): [output(text.visible)]
    case .entry(let entry): widget.isVisible && entry.purpose != .hidden ? [caption, field(of: entry)] : [unseen(entry.value)]
    case .toggle(let toggle): [box(of: toggle), caption]
    case .choice(let list): isMenu(list) ? [caption, menu(of: list)] : [group(of: list)]
    case .submitter, .close: [button]
    case .credential(let prompt):
      [MarkupElement("p", class: "note", text: "\(label) (\(prompt.ceremony == .create ? "creates" : "uses") a passkey, in an app)")]
    case .unknown: [MarkupElement("p", class: "note", text: label)]
    }
  }

  private func output(_ text: String) -> MarkupElement {
    var output = MarkupElement("p", class: "output", text: text)
    output.tell(widget.id, of: drawn.isOutside ? drawn.form : nil)
    return output
  }

  // MARK: Fields

  private var caption: MarkupElement {
    var caption = MarkupElement("label")
    caption.set("for", id)
    caption.add(text: label)
    if widget.kind.isRequired { caption.add(Self.star) }
    return caption
  }

  /// `required` says the same to a screen reader.
  private static var star: MarkupElement {
    var star = MarkupElement("span", class: "star", text: " *")
    star.set("aria-hidden", "true")
    return star
  }

  private func input(_ type: String, id: String? = nil) -> MarkupElement {
    var input = MarkupElement("input")
    input.set("id", id ?? self.id)
    input.set("name", widget.id.text)
    input.set("type", type)
    tellType(on: &input, besides: type)
    if drawn.isOutside { input.set("form", "form-\(drawn.formNumber)") }
    return input
  }

  /// The tenant's own word for what the widget is, where HTML has another one.
  private func tellType(on element: inout MarkupElement, besides type: String) {
    if widget.typeName != type { element.set("data-widget-type", widget.typeName) }
  }

  private func describe(_ element: inout MarkupElement) {
    if !describedBy.isEmpty { element.set("aria-describedby", describedBy.joined(separator: " ")) }
    if isInvalid { element.set("aria-invalid", "true") }
  }

  private func unseen(_ value: String?) -> MarkupElement {
    var input = input("hidden")
    input.set("value", value ?? "")
    return input
  }

  private func field(of entry: Entry) -> MarkupElement {
    var field = input(Self.type(of: entry.purpose))
    if !entry.hidesValue { field.set("value", entry.value) }
    field.set("placeholder", entry.placeholder)
    field.set("autocomplete", entry.autocomplete ?? Self.autocomplete(of: entry.purpose))
    field.set("inputmode", entry.inputMode ?? (entry.purpose == .passcode ? "numeric" : nil))
    if entry.isReadOnly { field.set("readonly", "") }
    if entry.isRequired { field.set("required", "") }
    for (rule, name) in Self.rules {
      if let value = entry.validator.first(where: { $0.name == rule })?.value { field.set(name, value.text ?? value.quoted) }
    }
    describe(&field)
    return field
  }

  /// The rules that HTML has a word for.
  private static let rules = [
    ("minLength", "minlength"), ("maxLength", "maxlength"), ("length", "maxlength"), ("notBefore", "min"), ("notAfter", "max"),
  ]

  private static func type(of purpose: Entry.Purpose) -> String {
    switch purpose {
    case .text, .passcode, .captcha: "text"
    case .email: "email"
    case .phone: "tel"
    case .number: "number"
    case .date: "date"
    case .password: "password"
    case .hidden: "hidden"
    }
  }

  private static func autocomplete(of purpose: Entry.Purpose) -> String? {
    switch purpose {
    case .passcode: "one-time-code"
    case .email: "email"
    case .phone: "tel"
    case .password: "current-password"
    case .text, .number, .date, .captcha, .hidden: nil
    }
  }

  private func box(of toggle: Toggle) -> MarkupElement {
    var box = input("checkbox")
    box.set("value", "true")
    if toggle.isOn { box.set("checked", "") }
    if toggle.isRequired { box.set("required", "") }
    if toggle.isReadOnly { box.set("disabled", "") }
    describe(&box)
    return box
  }

  // MARK: Lists

  private func isMenu(_ list: ChoiceList) -> Bool {
    !list.takesSeveral && widget.look != "radio"
  }

  private func menu(of list: ChoiceList) -> MarkupElement {
    var menu = MarkupElement("select")
    menu.set("id", id)
    menu.set("name", widget.id.text)
    tellType(on: &menu, besides: "select")
    if drawn.isOutside { menu.set("form", "form-\(drawn.formNumber)") }
    if list.isRequired { menu.set("required", "") }
    if list.isReadOnly { menu.set("disabled", "") }
    describe(&menu)
    if list.selected.isEmpty { menu.add(Self.option("", list.placeholder ?? "", isSelected: false)) }
    var group: MarkupElement?
    var heading: String?
    for (index, choice) in list.choices.enumerated() {
      if choice.group != heading {
        if let group { menu.add(group) }
        heading = choice.group
        group = heading.map(Self.optionGroup)
      }
      let option = Self.option(
        Self.value(of: choice, index), choice.label?.visible ?? choice.told, isSelected: list.selected.contains(choice.value))
      if group == nil { menu.add(option) } else { group?.add(option) }
    }
    if let group { menu.add(group) }
    return menu
  }

  private static func optionGroup(_ heading: String) -> MarkupElement {
    var group = MarkupElement("optgroup")
    group.set("label", heading)
    return group
  }

  private static func option(_ value: String, _ label: String, isSelected: Bool) -> MarkupElement {
    var option = MarkupElement("option")
    option.set("value", value)
    if isSelected { option.set("selected", "") }
    option.add(text: label)
    return option
  }

  /// What is posted for a choice: its text, else its place in the list.
  private static func value(of choice: Choice, _ index: Int) -> String { choice.value.text ?? String(index) }

  private func group(of list: ChoiceList) -> MarkupElement {
    var set = MarkupElement("fieldset")
    set.set("id", id)
    if list.isReadOnly { set.set("disabled", "") }
    if !describedBy.isEmpty { set.set("aria-describedby", describedBy.joined(separator: " ")) }
    var legend = MarkupElement("legend", text: label)
    if list.isRequired { legend.add(Self.star) }
    set.add(legend)
    for (index, choice) in list.choices.enumerated() { set.add(option(choice, index, of: list)) }
    return set
  }

  private func option(_ choice: Choice, _ index: Int, of list: ChoiceList) -> MarkupElement {
    let optionID = "\(id)-\(index + 1)"
    var button = input(list.takesSeveral ? "checkbox" : "radio", id: optionID)
    button.set("value", Self.value(of: choice, index))
    button.tell(choice.facts)
    if list.selected.contains(choice.value) { button.set("checked", "") }
    if list.isRequired, !list.takesSeveral { button.set("required", "") }
    describe(&button)
    var caption = MarkupElement("label")
    caption.set("for", optionID)
    caption.add(text: choice.label?.visible ?? choice.told)
    return MarkupElement("div", class: "option", [button, caption])
  }

  // MARK: Buttons

  private var button: MarkupElement {
    var button = Self.button(label)
    button.set("name", widget.id.text)
    button.set("value", "true")
    if widget.look == "link" { button.set("class", "link") }
    if drawn.isOutside { button.set("form", "form-\(drawn.formNumber)") }
    return button
  }

  /// A button that posts its form.
  static func button(_ label: String) -> MarkupElement {
    var button = MarkupElement("button", text: label)
    button.set("type", "submit")
    return button
  }
}
