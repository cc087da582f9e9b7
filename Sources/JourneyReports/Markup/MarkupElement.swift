/// An element of a marked-up document, unescaped; its writer escapes.
struct MarkupElement: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    var name: String
    var value: String
  }

  enum Child: Sendable, Hashable {
    case element(MarkupElement)
    case text(String)
    /// A separate line that makes a server pick up a file; the path is ours.
    case attachment(String)
  }

  var name: String
  /// In the order written; names are unique.
  private(set) var attributes: [Attribute] = []
  private(set) var children: [Child] = []

  init(_ name: String, text: String? = nil) {
    self.name = name
    if let text { children = [.text(text)] }
  }

  /// Sets an attribute that was not set; without a value nothing happens.
  mutating func set(_ name: String, _ value: String?) {
    if let value { attributes.append(Attribute(name: name, value: value)) }
  }

  mutating func set(_ name: String, _ number: Int) { set(name, String(number)) }

  mutating func add(_ child: MarkupElement) { children.append(.element(child)) }

  mutating func add(attachment path: String) { children.append(.attachment(path)) }

  mutating func add(text: String) { children.append(.text(text)) }
}
