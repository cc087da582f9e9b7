import Diagnostics
import JourneyModel

/// A widget as it looks, without being one: nothing on the page can be typed into or pressed.
enum WidgetFigure {
  private static let maxChoices = 60
  private static let textLimit = 1000

  /// Longer lists are closed.
  private static let openChoices = 4

  /// - Parameter isMain: whether it is of the screen's first form, whose button is the one that most people press.
  static func parts(of widget: Widget, isMain: Bool) -> [MarkupElement] {
    let label = text(widget.label?.visible ?? "")
    switch widget.kind {
    case .output(let output): return [MarkupElement("p", class: "output", text: text(output.visible))]
    case .entry(let entry): return caption(label, widget) + [field(of: entry)]
    case .toggle(let toggle): return [MarkupElement("span", class: "toggle", text: "\(toggle.isOn ? "☑" : "☐") \(label)")]
    case .choice(let list): return caption(label, widget) + choices(of: list)
    case .submitter, .close: return [MarkupElement("span", class: kind(of: widget, isMain), text: label)]
    case .credential(let prompt):
      return [
        MarkupElement("span", class: kind(of: widget, isMain), text: label),
        note(prompt.ceremony == .create ? "creates a passkey" : "uses a passkey"),
      ]
    case .unknown: return caption(label, widget) + [note("of an unknown type: \(text(widget.typeName))")]
    }
  }

  /// What a control looks like: as the tenant says, else by its place on the screen.
  static func kind(of widget: Widget, _ isMain: Bool) -> String {
    if widget.look == "link" { return "button link" }
    if let colour = widget.colour { return "button \(colour.className)" }
    return widget.isSecond ?? !isMain ? "button second" : "button"
  }

  private static func caption(_ label: String, _ widget: Widget) -> [MarkupElement] {
    label.isEmpty ? [] : [MarkupElement("span", class: "label", text: label + (widget.kind.isRequired ? " *" : ""))]
  }

  private static func field(of entry: Entry) -> MarkupElement {
    let kind = entry.isReadOnly ? "field read-only" : "field"
    if let value = entry.value, !value.isEmpty { return MarkupElement("span", class: kind, text: entry.hidesValue ? "***" : text(value)) }
    return MarkupElement("span", class: kind, [MarkupElement("i", text: text(entry.placeholder ?? ""))])
  }

  private static func choices(of list: ChoiceList) -> [MarkupElement] {
    let shown = rows(of: list)
    guard list.choices.count > openChoices else { return [shown] }
    let chosen = list.choices.first { list.selected.contains($0.value) }.map { text($0.label?.visible ?? $0.told) }
    let head = MarkupElement("summary", text: "\(chosen ?? text(list.placeholder ?? "nothing chosen")), of \(list.choices.count)")
    return [MarkupElement("details", class: "field", [head, shown])]
  }

  private static func rows(of list: ChoiceList) -> MarkupElement {
    let (on, off) = list.takesSeveral ? ("☑", "☐") : ("◉", "○")
    var choices = MarkupElement("ul", class: "choices")
    var heading: String?
    for choice in list.choices.prefix(maxChoices) {
      if let group = choice.group, group != heading {
        heading = group
        choices.add(MarkupElement("li", class: "group", text: text(group)))
      }
      var item = MarkupElement("li", text: "\(list.selected.contains(choice.value) ? on : off) \(text(choice.label?.visible ?? "")) ")
      // A comparison leaves out what is posted for a choice where that differs from walk to walk.
      if choice.value != .null {
        item.add(MarkupElement("code", class: "id", text: HarmlessText.line(choice.value.text ?? choice.told, limit: 200)))
      }
      choices.add(item)
    }
    let more = list.choices.count - maxChoices
    if more > 0 { choices.add(MarkupElement("li", class: "quiet", text: "… \(more) more")) }
    return choices
  }

  private static func note(_ text: String) -> MarkupElement { MarkupElement("span", class: "quiet", text: text) }

  private static func text(_ text: String) -> String { HarmlessText.line(text, limit: textLimit) }
}
