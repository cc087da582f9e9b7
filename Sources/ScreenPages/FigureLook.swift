import Diagnostics
import JourneyModel

/// How a report draws the parts of a screen; secrets and addresses are concealed.
struct FigureLook: ScreenLook {
  private static let maxFacts = 50
  private static let maxLinks = 20
  private static let textLimit = 1000

  /// The ids of widgets that an expectation did not hold of.
  let marked: Set<String>

  func element(of message: Message) -> MarkupElement {
    let level = ["error", "warning", "info", "success"].contains(message.level.text) ? message.level.text : "warning"
    var element = MarkupElement("p", class: "message \(level)")
    // Colour alone would tell a message's level to those who see colours.
    if level != "info" { element.add(MarkupElement("b", text: level == "error" ? "Error:" : level == "warning" ? "Warning:" : "Done:")) }
    element.add(text: (level == "info" ? "" : " ") + HarmlessText.line(message.text.visible, limit: Self.textLimit))
    for link in message.links.prefix(Self.maxLinks) {
      element.add(
        MarkupElement("span", class: "button link", text: HarmlessText.line(link.label ?? link.form.rawValue, limit: Self.textLimit)))
      guard let url = link.url else { continue }
      element.add(MarkupElement("code", class: "id", text: HarmlessText.line(ConcealedURL.text(of: url), limit: Self.textLimit)))
    }
    return element
  }

  func element(of drawn: DrawnWidget) -> MarkupElement {
    let widget = drawn.widget
    var box = MarkupElement("div", class: "widget\(marked.contains(widget.id.text) ? " off" : "")\(widget.isVisible ? "" : " unseen")")
    for part in WidgetFigure.parts(of: widget, isMain: drawn.formNumber == 1) { box.add(part) }
    if !widget.isVisible { box.add(MarkupElement("span", class: "quiet", text: "not visible")) }
    box.add(MarkupElement("code", class: "id", text: HarmlessText.line(widget.id.text, limit: 200)))
    for message in drawn.says { box.add(element(of: message)) }
    return box
  }

  func element(of drawn: DrawnForm) -> MarkupElement? {
    guard drawn.isWhole || !drawn.content.isEmpty else { return nil }
    var section = MarkupElement("div", class: "form")
    section.add(MarkupElement("p", class: "form-name id", text: HarmlessText.line(Self.heading(of: drawn.form), limit: 300)))
    for element in drawn.content { section.add(element) }
    if drawn.form.submitters.isEmpty, let label = drawn.form.label?.visible, !label.isEmpty {
      let kind = drawn.number == 1 ? "button" : "button second"
      section.add(MarkupElement("span", class: kind, text: HarmlessText.line(label, limit: Self.textLimit)))
    }
    return section
  }

  private static func heading(of form: Form) -> String {
    let names = form.aliases.map(\.rawValue).joined(separator: ", ")
    return "form \(form.id)" + (names.isEmpty ? "" : "  (\(names))")
  }

  func element(of facts: [Fact]) -> MarkupElement? {
    let facts = facts.filter { !$0.isVolatile }
    guard !facts.isEmpty else { return nil }
    var list = MarkupElement("dl")
    for fact in facts.prefix(Self.maxFacts) {
      list.add(MarkupElement("dt", text: HarmlessText.line(fact.name, limit: 200)))
      list.add(MarkupElement("dd", text: fact.isSecret ? "***" : HarmlessText.line(Self.shown(fact.value), limit: Self.textLimit)))
    }
    return MarkupElement("details", class: "told", [MarkupElement("summary", text: "What else it says"), list])
  }

  private static func shown(_ value: Value) -> String {
    guard let text = value.text else { return value.quoted }
    return text.contains("://") ? ConcealedURL.text(of: text) : text
  }
}
