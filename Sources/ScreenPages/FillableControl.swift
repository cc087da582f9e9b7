import Diagnostics

/// A field with its label, and next to it where its answer comes from.
struct FillableControl {
  private let field: FillableField
  private let id: String
  /// The form that it belongs to, where it does not stand in it.
  private let form: String?

  init(_ field: FillableField, id: String, form: String?) {
    self.field = field
    self.id = id
    self.form = form
  }

  var parts: [MarkupElement] {
    var label = MarkupElement("label", class: "label", text: HarmlessText.line(field.label, limit: 300))
    label.set("for", id)
    if field.isRequired { label.add(text: " *") }
    let source = field.sources.first { $0.value == field.chosen }
    var text = input("text", id: id, type: field.isHidden ? "password" : "text")
    text.set("placeholder", source.map { HarmlessText.line($0.label, limit: 200) })
    return [label, text, MarkupElement("p", class: "from", [caption("from", "from", "Where '\(field.label)' comes from"), menu])] + name
  }

  private func input(_ kind: String, id: String, type: String) -> MarkupElement {
    var input = MarkupElement("input", class: "field")
    input.set("id", id)
    input.set("name", "\(kind):\(field.name)")
    input.set("type", type)
    input.set("autocomplete", type == "password" ? "new-password" : "off")
    input.set("form", form)
    return input
  }

  /// A short word to see, and a sentence to hear.
  private func caption(_ kind: String, _ word: String, _ sentence: String) -> MarkupElement {
    var label = MarkupElement("label")
    label.set("for", "\(id)-\(kind)")
    var seen = MarkupElement("span", text: word)
    seen.set("aria-hidden", "true")
    label.add(seen)
    label.add(MarkupElement("span", class: "heard", text: HarmlessText.line(sentence, limit: 300)))
    return label
  }

  private var menu: MarkupElement {
    var menu = MarkupElement("select")
    menu.set("id", "\(id)-from")
    menu.set("name", "from:\(field.name)")
    menu.set("form", form)
    for source in field.sources {
      var option = MarkupElement("option")
      option.set("value", source.value)
      if source.value == field.chosen { option.set("selected", "") }
      option.add(text: HarmlessText.line(source.label, limit: 200))
      menu.add(option)
    }
    return menu
  }

  /// Where a secret that is typed gets its name.
  private var name: [MarkupElement] {
    guard let secretName = field.secretName else { return [] }
    var input = input("name", id: "\(id)-name", type: "text")
    input.set("value", secretName)
    let caption = caption("name", "a secret that is typed", "What a secret that you type into '\(field.label)' is called")
    return [MarkupElement("p", class: "from", [caption, input])]
  }
}
