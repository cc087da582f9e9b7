import JourneyModel
import ModelCoding

/// A screen drawn as a person saw it: its layout if it has one, its forms, widgets and messages, with the ids next to them.
struct HTMLScreen {
  private static let maxForms = 100
  private static let maxWidgets = 200
  private static let maxFacts = 50
  private static let maxLinks = 20
  private static let maxLayoutDepth = 12
  private static let textLimit = 1000

  private let screen: Screen
  /// The ids of widgets that an expectation did not hold of.
  private let marked: Set<String>
  private let widgets: [PlacedWidgetID: Widget]
  private let order: [PlacedWidget]

  init(_ screen: Screen, marking marked: Set<String>) {
    self.screen = screen
    self.marked = marked
    order = Array(screen.widgetsInOrder.prefix(Self.maxWidgets))
    widgets = Dictionary(order.map { ($0.place, $0.widget) }) { first, _ in first }
  }

  var element: MarkupElement {
    var figure = MarkupElement("figure", class: "screen")
    figure.add(MarkupElement("figcaption", text: HarmlessText.line(screen.id.text, limit: 300)))
    for message in screen.messages where message.scope == .page { figure.add(element(of: message)) }
    var drawn: Set<PlacedWidgetID> = []
    if let layout = screen.layout, let element = element(of: layout, depth: 0, &drawn) { figure.add(element) }
    for form in screen.forms.prefix(Self.maxForms) { if let element = element(of: form, &drawn) { figure.add(element) } }
    addFacts(to: &figure)
    return figure
  }

  private func element(of layout: Layout, depth: Int, _ drawn: inout Set<PlacedWidgetID>) -> MarkupElement? {
    guard depth < Self.maxLayoutDepth else { return nil }
    switch layout {
    case .vertical(let items): return group("column", items, depth, &drawn)
    case .horizontal(let items): return group("row", items, depth, &drawn)
    case .widget(let place):
      guard let widget = widgets[place], drawn.insert(place).inserted else { return nil }
      return element(of: widget, in: place.form)
    case .unknown: return nil
    }
  }

  private func group(_ kind: String, _ items: [Layout], _ depth: Int, _ drawn: inout Set<PlacedWidgetID>) -> MarkupElement? {
    var group = MarkupElement("div", class: kind)
    for item in items { if let element = element(of: item, depth: depth + 1, &drawn) { group.add(element) } }
    return group.children.isEmpty ? nil : group
  }

  /// The form with what the layout has not drawn already; `nil` if nothing of it is left.
  private func element(of form: Form, _ drawn: inout Set<PlacedWidgetID>) -> MarkupElement? {
    var section = MarkupElement("section", class: "form")
    section.add(MarkupElement("h5", text: HarmlessText.line(Self.heading(of: form), limit: 300)))
    var isTold = screen.layout == nil
    for message in screen.messages where message.scope == .form(form.id) {
      section.add(element(of: message))
      isTold = true
    }
    for placed in order where placed.form == form.id && drawn.insert(placed.place).inserted {
      section.add(element(of: placed.widget, in: form.id))
      isTold = true
    }
    return isTold ? section : nil
  }

  private static func heading(of form: Form) -> String {
    let names = form.aliases.map(\.rawValue).joined(separator: ", ")
    return "form \(form.id)" + (form.label.map { "  \($0.visible)" } ?? "") + (names.isEmpty ? "" : "  (\(names))")
  }

  private func element(of widget: Widget, in form: FormID) -> MarkupElement {
    var box = MarkupElement("div", class: "widget\(marked.contains(widget.id.text) ? " off" : "")\(widget.isVisible ? "" : " unseen")")
    for part in HTMLWidget.parts(of: widget) { box.add(part) }
    box.add(MarkupElement("code", class: "id", text: HarmlessText.line(widget.id.text, limit: 200)))
    for message in screen.messages where message.scope == .widget(form, widget.id) { box.add(element(of: message)) }
    return box
  }

  private func element(of message: Message) -> MarkupElement {
    let level = ["error", "warning", "info", "success"].contains(message.level.text) ? message.level.text : "warning"
    var element = MarkupElement("p", class: "message \(level)", text: HarmlessText.line(message.text.visible, limit: Self.textLimit))
    for link in message.links.prefix(Self.maxLinks) {
      element.add(MarkupElement("span", class: "button", text: HarmlessText.line(link.label ?? link.form.rawValue, limit: Self.textLimit)))
      guard let url = link.url else { continue }
      element.add(MarkupElement("code", class: "id", text: HarmlessText.line(ConcealedURL.text(of: url), limit: Self.textLimit)))
    }
    return element
  }

  private func addFacts(to figure: inout MarkupElement) {
    guard !screen.facts.isEmpty else { return }
    var list = MarkupElement("dl", class: "facts")
    for fact in screen.facts.prefix(Self.maxFacts) {
      list.add(MarkupElement("dt", text: HarmlessText.line(fact.name, limit: 200)))
      list.add(MarkupElement("dd", text: fact.isSecret ? "***" : HarmlessText.line(Self.shown(fact.value), limit: Self.textLimit)))
    }
    figure.add(list)
  }

  private static func shown(_ value: Value) -> String {
    guard let text = value.text else { return value.quoted }
    return text.contains("://") ? ConcealedURL.text(of: text) : text
  }
}
