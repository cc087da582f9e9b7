internal import Encodings

/// Elements that HTML makes no control of, and a role or a script does.
extension PageControl {
  /// How many of them a page has at most; more are left out.
  static let mostScripted = 500
  /// How far a control inside an element is looked for, in nodes.
  private static let farthest = 100
  private static let pressedRoles: Set<String> = ["button", "link", "menuitem", "tab", "option"]
  private static let tickedRoles: Set<String> = ["checkbox", "switch"]
  /// A handler on these concerns what is inside of them.
  private static let surrounding: Set<String> = ["html", "body", "form", "label", "main", "table", "tbody", "option", "select", "dialog"]

  /// Whether an element may be one, by its name and the names of its attributes.
  static func mayBeScripted(_ element: HTMLElement) -> Bool {
    if element.name == "summary" { return true }
    return element.attributes.contains { attribute in
      switch attribute.name {
      case "role": pressedRoles.contains(element.word("role")) || tickedRoles.contains(element.word("role"))
      case "onclick", "contenteditable": true
      case "href": element.name == "a"
      default: false
      }
    }
  }

  /// How a person can use an element that HTML makes no control of, and the word for its type; `nil` if a person does nothing with it.
  static func scriptedKind(of node: Int, _ element: HTMLElement, in tree: HTMLTree) -> (Kind, String)? {
    if isEditable(element) { return (.text, "textarea") }
    if element.name == "a", let address = element["href"] { return leadsNowhere(address) ? (.button, "button") : nil }
    let role = element.word("role")
    if tickedRoles.contains(role) { return (.checkbox, "checkbox") }
    if element.name == "summary" || pressedRoles.contains(role) { return (.button, "button") }
    guard element.has("onclick"), !surrounding.contains(element.name), !holdsControl(node, in: tree), !isInControl(node, in: tree) else {
      return nil
    }
    return (.button, "button")
  }

  private static func isEditable(_ element: HTMLElement) -> Bool {
    element.has("contenteditable") && element.word("contenteditable") != "false"
  }

  /// Whether an address is written only so that an element looks like a link.
  static func leadsNowhere(_ address: String) -> Bool {
    let address = address.trimmingASCIISpace
    return address == "#" || address.asciiLowercased.hasPrefix("javascript:")
  }

  private static func holdsControl(_ node: Int, in tree: HTMLTree) -> Bool {
    tree.below(node).prefix(farthest).contains { isControl($0, in: tree) }
  }

  private static func isInControl(_ node: Int, in tree: HTMLTree) -> Bool {
    tree.ancestors(of: node).prefix(farthest).contains { isControl($0, in: tree) }
  }

  private static func isControl(_ node: Int, in tree: HTMLTree) -> Bool {
    guard let element = tree.element(node) else { return false }
    return ["a", "button", "input", "select", "textarea", "label", "summary"].contains(element.name)
      || pressedRoles.contains(element.word("role")) || element.has("onclick")
  }
}
