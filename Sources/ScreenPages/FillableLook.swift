import Diagnostics
import JourneyModel

/// How the parts of a screen stand on a page where each field says where its answer comes from.
struct FillableLook: ScreenLook {
  let guide: FillableGuide
  private let figure = FigureLook(marked: [])
  private static let textLimit = 1000

  init(_ guide: FillableGuide) { self.guide = guide }

  func element(of message: Message) -> MarkupElement { figure.element(of: message) }

  func element(of facts: [Fact]) -> MarkupElement? { figure.element(of: facts) }

  func element(of drawn: DrawnWidget) -> MarkupElement {
    guard drawn.widget.isVisible, let parts = parts(of: drawn) else { return figure.element(of: drawn) }
    var box = MarkupElement("div", class: "widget")
    for part in parts { box.add(part) }
    box.add(MarkupElement("code", class: "id", text: HarmlessText.line(drawn.widget.id.text, limit: 200)))
    for message in drawn.says { box.add(element(of: message)) }
    return box
  }

  /// `nil` for a widget that is drawn and cannot be used.
  private func parts(of drawn: DrawnWidget) -> [MarkupElement]? {
    let place = PlacedWidgetID(form: drawn.form, widget: drawn.widget.id)
    let form = drawn.isOutside ? "form-\(drawn.formNumber)" : nil
    if let field = guide.fields[place] { return FillableControl(field, id: "w\(drawn.number)", form: form).parts }
    if let options = guide.options[place] { return [group(of: options, drawn, form)] }
    if case .toggle(let toggle) = drawn.widget.kind, !toggle.isReadOnly { return [box(of: toggle, drawn, form)] }
    if let press = guide.presses.first(where: { $0.form == drawn.form && $0.control == drawn.widget.id }) {
      return [button(of: press, WidgetFigure.kind(of: drawn.widget, drawn.formNumber == 1), form)]
    }
    return nil
  }

  func element(of drawn: DrawnForm) -> MarkupElement? {
    let presses = guide.presses.filter { $0.form == drawn.form.id }
    guard !drawn.content.isEmpty || !presses.isEmpty else { return nil }
    var form = MarkupElement("form", class: "form")
    form.set("id", "form-\(drawn.number)")
    form.set("method", "post")
    form.set("action", guide.action)
    form.set("autocomplete", "off")
    for field in guide.hidden { form.add(field.element) }
    for element in drawn.content { form.add(element) }
    if presses.contains(where: \.needsConsent) { form.add(Self.consent(number: drawn.number)) }
    for press in presses where press.control == nil {
      let isLink = if case .navigation = drawn.form.kind { true } else { false }
      form.add(button(of: press, isLink ? "button link" : drawn.number == 1 ? "button" : "button second", nil))
    }
    return form
  }

  // MARK: Controls

  private func button(of press: FillablePress, _ kind: String, _ form: String?) -> MarkupElement {
    var button = MarkupElement("button", class: kind, text: HarmlessText.line(press.label, limit: Self.textLimit))
    button.set("type", "submit")
    button.set("name", "do")
    button.set("value", press.value)
    button.set("form", form)
    return button
  }

  private static func consent(number: Int) -> MarkupElement {
    var box = MarkupElement("input")
    box.set("id", "consent-\(number)")
    box.set("type", "checkbox")
    box.set("name", "consent")
    box.set("value", "yes")
    var label = MarkupElement("label", text: "This may change the account for good, on a live tenant: do it")
    label.set("for", "consent-\(number)")
    return MarkupElement("p", class: "consent", [box, label])
  }

  private func box(of toggle: Toggle, _ drawn: DrawnWidget, _ form: String?) -> MarkupElement {
    let id = "w\(drawn.number)"
    var box = MarkupElement("input")
    box.set("id", id)
    box.set("type", "checkbox")
    box.set("name", "on:\(drawn.widget.id.text)")
    box.set("value", "true")
    box.set("form", form)
    if toggle.isOn || toggle.isRequired { box.set("checked", "") }
    var label = MarkupElement("label", text: HarmlessText.line(drawn.name, limit: Self.textLimit))
    label.set("for", id)
    return MarkupElement("p", class: "toggle", [box, label])
  }

  private func group(of options: [FillableOption], _ drawn: DrawnWidget, _ form: String?) -> MarkupElement {
    let takesSeveral = if case .choice(let list) = drawn.widget.kind { list.takesSeveral } else { false }
    var set = MarkupElement("fieldset")
    set.add(MarkupElement("legend", text: HarmlessText.line(drawn.name, limit: Self.textLimit)))
    for (index, option) in options.enumerated() {
      let id = "w\(drawn.number)-\(index + 1)"
      var box = MarkupElement("input")
      box.set("id", id)
      box.set("type", takesSeveral ? "checkbox" : "radio")
      box.set("name", "pick:\(drawn.widget.id.text)")
      box.set("value", option.value)
      box.set("form", form)
      if option.isChosen { box.set("checked", "") }
      var label = MarkupElement("label", text: HarmlessText.line(option.label, limit: Self.textLimit))
      label.set("for", id)
      var line = MarkupElement("div", class: "option", [box, label])
      for (number, field) in option.fields.enumerated() {
        line.add(MarkupElement("div", class: "inner", FillableControl(field, id: "\(id)-\(number + 1)", form: form).parts))
      }
      set.add(line)
    }
    return set
  }
}

extension DrawnWidget {
  /// What a person calls it.
  fileprivate var name: String {
    let label = widget.label?.visible ?? ""
    return label.isEmpty ? widget.id.text : label
  }
}
