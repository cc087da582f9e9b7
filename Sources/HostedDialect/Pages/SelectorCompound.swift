/// Conditions on one element.
struct SelectorCompound: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    var name: String
    var value: String?
  }

  /// `nil` for any.
  var name: String?
  var ids: [String] = []
  var classes: [String] = []
  /// The value is `nil` where only the attribute has to be there.
  var attributes: [Attribute] = []
  /// Whether its parent, and not just something around it, is what is to the left.
  var isChild = false

  func matches(_ element: HTMLElement) -> Bool {
    if let name, name != element.name { return false }
    if !ids.isEmpty, !ids.allSatisfy({ element["id"] == $0 }) { return false }
    if !classes.isEmpty {
      let own = Set(element.words("class"))
      if !classes.allSatisfy(own.contains) { return false }
    }
    return attributes.allSatisfy { condition in condition.value.map { element[condition.name] == $0 } ?? element.has(condition.name) }
  }
}
