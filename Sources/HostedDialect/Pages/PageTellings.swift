internal import Encodings
internal import JourneyModel

/// What a page says of itself for those who test it, in attributes that any page may have: texts that are widgets, words for types,
/// facts, and the keys of messages.
struct PageTellings {
  private static let mostTexts = 200
  private static let mostFacts = 100
  private static let nameLimit = 200
  private static let textLimit = 4_000

  /// The texts that are widgets, by the place of their form, in tree order.
  private let texts: [Int: [(node: Int, widget: Widget)]]

  init(_ page: HTMLPage) {
    let tree = page.tree
    let forms = Dictionary(page.forms.flatMap { form in form.givenNames.map { ($0, form.node) } }) { first, _ in first }
    var texts: [Int: [(node: Int, widget: Widget)]] = [:]
    for (node, element) in Self.told("data-widget", in: tree).prefix(Self.mostTexts) {
      guard let id = Self.name("data-widget", on: element) else { continue }
      let form = element.text("data-form").flatMap { forms[$0] } ?? tree.ancestor(of: node, named: "form")
      guard let form else { continue }
      let text = RichText(tree.visibleText(of: node, limit: Self.textLimit))
      texts[form, default: []].append((node, Widget(id: WidgetID(id), typeName: "static", kind: .output(text))))
    }
    self.texts = texts
  }

  /// The texts of a form among its other widgets, in tree order; one whose id another widget has is left out.
  func among(_ widgets: [(node: Int, widget: Widget)], of form: PageForm) -> [Widget] {
    guard let own = texts[form.node] else { return widgets.map(\.widget) }
    var taken = Set(widgets.map(\.widget.id))
    let new = own.filter { taken.insert($0.widget.id).inserted }
    return (widgets + new).sorted { $0.node < $1.node }.map(\.widget)
  }

  /// What the page states and does not ask, each name once.
  static func facts(on page: HTMLPage) -> [Fact] {
    var seen: Set<String> = []
    return told("data-fact", in: page.tree).prefix(mostFacts).compactMap { node, element in
      guard let name = name("data-fact", on: element), seen.insert(name).inserted else { return nil }
      return Fact(name, .text(page.tree.visibleText(of: node, limit: textLimit)), isSecret: element.has("data-secret"))
    }
  }

  /// What selects a choice in addition to its value and its label: `data-fact-key="okta_email"` is the fact `key`.
  static func facts(of choice: HTMLElement) -> [Fact] {
    choice.attributes.prefix(50).compactMap { attribute in
      guard attribute.name.hasPrefix("data-fact-"), !attribute.value.isEmpty else { return nil }
      return Fact(String(attribute.name.dropFirst("data-fact-".count)), .text(attribute.value))
    }
  }

  /// The tenant's word for what a control is.
  static func type(on element: HTMLElement) -> String? { name("data-widget-type", on: element) }

  static func key(on element: HTMLElement?) -> String? { element.flatMap { name("data-message-key", on: $0) } }

  private static func name(_ attribute: String, on element: HTMLElement) -> String? {
    element.text(attribute).map { String($0.prefix(nameLimit)) }
  }

  /// The elements that a person sees and that have an attribute, in tree order.
  private static func told(_ attribute: String, in tree: HTMLTree) -> [(node: Int, element: HTMLElement)] {
    tree.nodes.indices.compactMap { node in
      guard case .element(let element) = tree.nodes[node].content, !element.attributes.isEmpty, element.has(attribute),
        !tree.nodes[node].isHidden, !tree.nodes[node].isInert
      else { return nil }
      return (node, element)
    }
  }
}
