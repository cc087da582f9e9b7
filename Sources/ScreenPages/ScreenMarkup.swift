import JourneyModel

/// The one walk through a screen: its messages, its layout if it has one, its forms with what the layout left out, its facts.
///
/// Whatever a server sends, what is drawn is bounded.
struct ScreenMarkup {
  private static let maxForms = 100
  private static let maxWidgets = 200
  private static let maxLayoutDepth = 12

  private let screen: Screen
  private let look: any ScreenLook
  private let order: [PlacedWidget]
  private let widgets: [PlacedWidgetID: DrawnWidget]
  private var drawn: Set<PlacedWidgetID> = []

  /// - Parameter drawn: a widget that is drawn already.
  init(_ screen: Screen, look: any ScreenLook, drawn: PlacedWidgetID? = nil) {
    self.screen = screen
    self.look = look
    order = Array(screen.widgetsInOrder.prefix(Self.maxWidgets))
    let numbers = Dictionary(zip(screen.forms.map(\.id), 1...)) { first, _ in first }
    var widgets: [PlacedWidgetID: DrawnWidget] = [:]
    for (index, placed) in order.enumerated() where widgets[placed.place] == nil {
      widgets[placed.place] = DrawnWidget(
        widget: placed.widget, form: placed.form, number: index + 1, formNumber: numbers[placed.form] ?? 0, isOutside: false,
        says: screen.messages.filter { $0.scope == .widget(placed.form, placed.widget.id) })
    }
    self.widgets = widgets
    if let drawn { self.drawn.insert(drawn) }
  }

  /// Everything, from the top of the page to its end.
  mutating func elements() -> [MarkupElement] {
    var elements = screen.messages.filter { $0.scope == .page }.map { look.element(of: $0) }
    if let layout = screen.layout, let element = element(of: layout, depth: 0) { elements.append(element) }
    for (index, form) in screen.forms.prefix(Self.maxForms).enumerated() {
      if let element = element(of: form, number: index + 1) { elements.append(element) }
    }
    if let facts = look.element(of: screen.facts) { elements.append(facts) }
    return elements
  }

  private mutating func element(of layout: Layout, depth: Int) -> MarkupElement? {
    guard depth < Self.maxLayoutDepth else { return nil }
    switch layout {
    case .vertical(let items): return group("column", items, depth)
    case .horizontal(let items): return group("row", items, depth)
    case .widget(let place): return element(of: place, isOutside: true)
    case .unknown: return nil
    }
  }

  private mutating func group(_ kind: String, _ items: [Layout], _ depth: Int) -> MarkupElement? {
    var group = MarkupElement("div", class: kind)
    for item in items { if let element = element(of: item, depth: depth + 1) { group.add(element) } }
    return group.children.isEmpty ? nil : group
  }

  /// The widget, unless it was drawn before.
  private mutating func element(of place: PlacedWidgetID, isOutside: Bool) -> MarkupElement? {
    guard var widget = widgets[place], drawn.insert(place).inserted else { return nil }
    widget.isOutside = isOutside
    return look.element(of: widget)
  }

  private mutating func element(of form: Form, number: Int) -> MarkupElement? {
    var content = screen.messages.filter { $0.scope == .form(form.id) }.map { look.element(of: $0) }
    for placed in order where placed.form == form.id {
      if let element = element(of: placed.place, isOutside: false) { content.append(element) }
    }
    return look.element(of: DrawnForm(form: form, number: number, content: content, isWhole: screen.layout == nil))
  }
}
