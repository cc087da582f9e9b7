/// What controls are called, as a browser computes it for those who listen to a page (accname 1.2, the part that pages use).
struct AccessibleNames {
  /// How far from its label a control is looked for, in nodes; pages may nest labels without end.
  private static let farthest = 1_000

  private let tree: HTMLTree
  private let ids: [String: Int]
  /// The labels of each control, in tree order.
  private var labels: [Int: [Int]] = [:]

  init(_ tree: HTMLTree) {
    self.tree = tree
    ids = tree.elementsByID
    for label in tree.elements(named: ["label"]) {
      if let control = Self.control(of: label, in: tree, ids) { labels[control, default: []].append(label) }
    }
  }

  /// By `for`, else the first control in it.
  private static func control(of label: Int, in tree: HTMLTree, _ ids: [String: Int]) -> Int? {
    if let named = tree.element(label)?["for"] { return ids[named] }
    return tree.below(label).prefix(farthest).first { isLabelable($0, in: tree) }
  }

  private static func isLabelable(_ node: Int, in tree: HTMLTree) -> Bool {
    guard let element = tree.element(node) else { return false }
    return ["button", "select", "textarea"].contains(element.name) || element.name == "input" && element.word("type") != "hidden"
  }

  /// The name of a control; `nil` if the page gives it none.
  func name(of control: PageControl) -> String? {
    guard let element = tree.element(control.node) else { return nil }
    let own: [() -> String?] = [
      { joined(element.words("aria-labelledby").compactMap { ids[$0] }, includesHidden: true) },
      { element.text("aria-label").map(CollapsedText.of) },
      { joined(labels[control.node] ?? [], includesHidden: false) },
      { content(of: control, element) },
      { element.text("title").map(CollapsedText.of) },
      { element.text("placeholder").map(CollapsedText.of) },
    ]
    for name in own { if let name = name(), !name.isEmpty { return name } }
    return nil
  }

  /// What a group of radio buttons or boxes is called: its own label, else the legend of the `fieldset` around it.
  func groupName(of control: PageControl) -> String? {
    for parent in tree.ancestors(of: control.node) where parent >= 0 {
      guard let element = tree.element(parent) else { continue }
      if element.name == "form" { return nil }
      guard element.name == "fieldset" || ["radiogroup", "group"].contains(element.word("role")) else { continue }
      if let name = label(of: element) ?? legend(of: parent), !name.isEmpty { return name }
    }
    return nil
  }

  /// What an element calls itself by ARIA; `nil` if it does not.
  func label(of element: HTMLElement) -> String? {
    joined(element.words("aria-labelledby").compactMap { ids[$0] }, includesHidden: true) ?? element.text("aria-label")
  }

  private func legend(of fieldset: Int) -> String? {
    tree.below(fieldset).prefix(Self.farthest).first { tree.name($0) == "legend" }
      .map { tree.visibleText(of: $0, isSpoken: true, limit: 1_000) }
  }

  /// The element that something refers to by its id.
  func element(withID id: String) -> Int? { ids[id] }

  private func joined(_ nodes: [Int], includesHidden: Bool) -> String? {
    let texts = nodes.prefix(10).map { node in
      tree.element(node)?.text("aria-label").map(CollapsedText.of)
        ?? tree.visibleText(
          of: node, includesHidden: includesHidden, isSpoken: true, leavingOut: ["select", "textarea", "button"], limit: 1_000)
    }
    let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// What a button says: its text, its value, else what browsers write on it; what a script makes a control is named by its text.
  private func content(of control: PageControl, _ element: HTMLElement) -> String? {
    switch control.kind {
    case .submitter, .button:
      if element.name != "input" { return tree.visibleText(of: control.node, isSpoken: true, limit: 1_000) }
      if let alternative = element.text("alt") { return CollapsedText.of(alternative) }
      let value = CollapsedText.of(control.value)
      return value.isEmpty ? nil : value
    case .checkbox: return control.isScripted ? tree.visibleText(of: control.node, isSpoken: true, limit: 1_000) : nil
    case .text, .hidden, .radio, .select, .file: return nil
    }
  }
}
