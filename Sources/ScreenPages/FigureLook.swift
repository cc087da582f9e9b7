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
    var element = MarkupElement("p", class: "message \(level)", text: HarmlessText.line(message.text.visible, limit: Self.textLimit))
    for link in message.links.prefix(Self.maxLinks) {
      element.add(MarkupElement("span", class: "button", text: HarmlessText.line(link.label ?? link.form.rawValue, limit: Self.textLimit)))
      guard let url = link.url else { continue }
      element.add(MarkupElement("code", class: "id", text: HarmlessText.line(ConcealedURL.text(of: url), limit: Self.textLimit)))
    }
    return element
  }

  func element(of drawn: DrawnWidget) -> MarkupElement {
    let widget = drawn.widget
    var box = MarkupElement("div", class: "widget\(marked.contains(widget.id.text) ? " off" : "")\(widget.isVisible ? "" : " unseen")")
    for part in WidgetFigure.parts(of: widget) { box.add(part) }
    box.add(MarkupElement("code", class: "id", text: HarmlessText.line(widget.id.text, limit: 200)))
    for message in drawn.says { box.add(element(of: message)) }
    return box
  }

  func element(of drawn: DrawnForm) -> MarkupElement? {
    guard drawn.isWhole || !drawn.content.isEmpty else { return nil }
    var section = MarkupElement("section", class: "form")
    section.add(MarkupElement("h5", text: HarmlessText.line(Self.heading(of: drawn.form), limit: 300)))
    for element in drawn.content { section.add(element) }
    return section
  }

  private static func heading(of form: Form) -> String {
    let names = form.aliases.map(\.rawValue).joined(separator: ", ")
    return "form \(form.id)" + (form.label.map { "  \($0.visible)" } ?? "") + (names.isEmpty ? "" : "  (\(names))")
  }

  func element(of facts: [Fact]) -> MarkupElement? {
    guard !facts.isEmpty else { return nil }
    var list = MarkupElement("dl", class: "facts")
    for fact in facts.prefix(Self.maxFacts) {
      list.add(MarkupElement("dt", text: HarmlessText.line(fact.name, limit: 200)))
      list.add(MarkupElement("dd", text: fact.isSecret ? "***" : HarmlessText.line(Self.shown(fact.value), limit: Self.textLimit)))
    }
    return list
  }

  private static func shown(_ value: Value) -> String {
    guard let text = value.text else { return value.quoted }
    return text.contains("://") ? ConcealedURL.text(of: text) : text
  }
}
