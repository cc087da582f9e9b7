/// A name and its value in a query or in a posted form, both decoded.
package struct QueryItem: Sendable, Hashable {
  /// May be empty, and may occur several times in a list.
  package var name: String
  /// Empty also where the text had no `=`.
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
