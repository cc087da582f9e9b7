import Diagnostics
import JourneyModel

/// A widget as it looks, without being one: nothing on the page can be typed into or pressed.
enum WidgetFigure {
  private static let maxChoices = 60
  private static let textLimit = 1000

  static func parts(of widget: Widget) -> [MarkupElement] {
    let label = text(widget.label?.visible ?? "")
    switch widget.kind {
    case .output(let output): return [MarkupElement("p", class: "output", text: text(output.visible))]
    case .entry(let entry): return [caption(label, widget), field(of: entry)]
    case .toggle(let toggle): return [MarkupElement("span", class: "toggle", text: "\(toggle.isOn ? "☑" : "☐") \(label)")]
    case .choice(let list): return [caption(label, widget), choices(of: list)]
    case .submitter, .close: return [MarkupElement("span", class: "button", text: label)]
    case .credential(let prompt):
      return [
        MarkupElement("span", class: "button", text: label), note(prompt.ceremony == .create ? "creates a passkey" : "uses a passkey"),
      ]
    case .unknown: return [caption(label, widget), note("of an unknown type: \(text(widget.typeName))")]
    }
  }

  private static func caption(_ label: String, _ widget: Widget) -> MarkupElement {
    MarkupElement("span", class: "label", text: label + (widget.kind.isRequired ? " *" : ""))
  }

  private static func field(of entry: Entry) -> MarkupElement {
    let kind = entry.isReadOnly ? "field read-only" : "field"
    if let value = entry.value, !value.isEmpty { return MarkupElement("span", class: kind, text: entry.hidesValue ? "***" : text(value)) }
    return MarkupElement("span", class: kind, [MarkupElement("i", text: text(entry.placeholder ?? ""))])
  }

  private static func choices(of list: ChoiceList) -> MarkupElement {
    let (on, off) = list.takesSeveral ? ("☑", "☐") : ("◉", "○")
    var choices = MarkupElement("ul", class: "choices")
    var heading: String?
    for choice in list.choices.prefix(maxChoices) {
      if let group = choice.group, group != heading {
        heading = group
        choices.add(MarkupElement("li", class: "group", text: text(group)))
      }
      var item = MarkupElement("li", text: "\(list.selected.contains(choice.value) ? on : off) \(text(choice.label?.visible ?? "")) ")
      item.add(MarkupElement("code", class: "id", text: HarmlessText.line(choice.value.text ?? choice.told, limit: 200)))
      choices.add(item)
    }
    let more = list.choices.count - maxChoices
    if more > 0 { choices.add(MarkupElement("li", class: "quiet", text: "… \(more) more")) }
    return choices
  }

  private static func note(_ text: String) -> MarkupElement { MarkupElement("span", class: "quiet", text: text) }

  private static func text(_ text: String) -> String { HarmlessText.line(text, limit: textLimit) }
}
