import JourneyModel
import ScreenPages

/// The small forms of the studio's page: each posts what was pressed and which page it stood on.
struct StudioForms {
  let revision: Int

  /// What every form carries unseen.
  var hidden: [HiddenField] { [HiddenField("rev", String(revision))] }

  /// A form around its content.
  func form(_ kind: String, _ content: [MarkupElement]) -> MarkupElement {
    var form = MarkupElement("form", class: kind)
    form.set("method", "post")
    form.set("action", "./")
    form.set("autocomplete", "off")
    for field in hidden { form.add(field.element) }
    for element in content { form.add(element) }
    return form
  }

  /// A form that is one button.
  ///
  /// - Parameter heard: what screen readers say in addition, where the label alone is not enough.
  func press(_ label: String, _ action: String, _ kind: String = "small", heard: String? = nil, isPressed: Bool? = nil) -> MarkupElement {
    var button = Self.button(label, action, kind)
    if let heard { button.add(MarkupElement("span", class: "heard", text: " \(heard)")) }
    if let isPressed { button.set("aria-pressed", isPressed ? "true" : "false") }
    return form("press", [button])
  }

  static func button(_ label: String, _ action: String, _ kind: String) -> MarkupElement {
    var button = MarkupElement("button", class: kind, text: label)
    button.set("type", "submit")
    button.set("name", "do")
    button.set("value", action)
    return button
  }

  /// A field with its label.
  static func field(_ label: String, _ name: String, _ value: String, hint: String? = nil) -> MarkupElement {
    var input = MarkupElement("input", class: "field")
    input.set("id", name)
    input.set("name", name)
    input.set("type", "text")
    input.set("value", value)
    input.set("placeholder", hint)
    return labelled(label, name, input)
  }

  /// A list of names with its label; what is posted for the first is empty where it has no name.
  static func menu(_ label: String, _ name: String, _ options: [(String, String)], chosen: String) -> MarkupElement {
    var menu = MarkupElement("select", class: "field")
    menu.set("id", name)
    menu.set("name", name)
    for (value, text) in options {
      var element = MarkupElement("option", text: text)
      element.set("value", value)
      if value == chosen { element.set("selected", "") }
      menu.add(element)
    }
    return labelled(label, name, menu)
  }

  /// A box to tick with its label.
  static func box(_ label: String, _ name: String, _ value: String, id: String, isOn: Bool) -> MarkupElement {
    var box = MarkupElement("input")
    box.set("id", id)
    box.set("type", "checkbox")
    box.set("name", name)
    box.set("value", value)
    if isOn { box.set("checked", "") }
    var text = MarkupElement("label", text: label)
    text.set("for", id)
    return MarkupElement("p", class: "toggle", [box, text])
  }

  private static func labelled(_ label: String, _ name: String, _ control: MarkupElement) -> MarkupElement {
    var text = MarkupElement("label", class: "label", text: label)
    text.set("for", name)
    return MarkupElement("div", class: "widget", [text, control])
  }
}
