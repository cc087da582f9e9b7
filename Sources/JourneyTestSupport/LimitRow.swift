/// A response with so many parts of one kind, for the tests of a dialect's limits.
package struct LimitRow: Sendable, CustomStringConvertible {
  package let kind: String
  /// As many as are read.
  package let most: Int
  /// What a response with one more has too much of.
  package let excess: String
  /// The response with so many.
  package let body: @Sendable (Int) -> String

  package init(_ kind: String, most: Int, excess: String, body: @escaping @Sendable (Int) -> String) {
    self.kind = kind
    self.most = most
    self.excess = excess
    self.body = body
  }

  package var description: String { kind }

  /// Elements of a JSON list, each made of its number.
  package static func list(_ count: Int, _ element: (Int) -> String) -> String { (0..<count).map(element).joined(separator: ",") }
}
