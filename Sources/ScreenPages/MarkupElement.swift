/// An element of a marked-up document, unescaped; its writer escapes.
package struct MarkupElement: Sendable, Hashable {
  /// A name and its value.
  package struct Attribute: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  /// The content of an element.
  package enum Child: Sendable, Hashable {
    case element(MarkupElement)
    case text(String)
    /// A separate line that makes a server pick up a file; the path is ours.
    case attachment(String)
  }

  package var name: String
  /// In the order written; names are unique.
  package private(set) var attributes: [Attribute] = []
  package private(set) var children: [Child] = []

  /// An element of this name, with a text or with nothing in it.
  package init(_ name: String, text: String? = nil) {
    self.name = name
    if let text { children = [.text(text)] }
  }

  /// Sets an attribute that was not set; without a value nothing happens.
  package mutating func set(_ name: String, _ value: String?) {
    if let value { attributes.append(Attribute(name: name, value: value)) }
  }

  /// Sets an attribute to a whole number.
  package mutating func set(_ name: String, _ number: Int) { set(name, String(number)) }

  /// Adds an element at the end.
  package mutating func add(_ child: MarkupElement) { children.append(.element(child)) }

  /// Adds a line that makes a server pick up a file.
  package mutating func add(attachment path: String) { children.append(.attachment(path)) }

  /// Adds a text at the end.
  package mutating func add(text: String) { children.append(.text(text)) }
}

extension MarkupElement {
  /// An element of this name with its content.
  package init(_ name: String, children: [MarkupElement]) {
    self.init(name)
    for child in children { add(child) }
  }

  /// An element of a page with its class, a text and its content.
  package init(_ name: String, class kind: String, text: String? = nil, _ children: [MarkupElement] = []) {
    self.init(name, text: text)
    set("class", kind)
    for child in children { add(child) }
  }
}
