/// An element that differs in the definitions of two mocks, and is the cause of nothing that a walk saw.
package struct UnexercisedDifference: Sendable, Hashable {
  /// Stable: the tenant's name, then the element's.
  package let id: String
  package let cause: Change.Cause
  /// The reason for which it is allowed; `nil` if it is not.
  package internal(set) var allowed: String?

  /// - Parameter tenant: the name of the first version's tenant.
  package init(_ cause: Change.Cause, of tenant: String) {
    id = "\(tenant):\(String(cause.element.map { $0 == " " ? "-" : $0 })):unexercised"
    self.cause = cause
  }

  /// One line: the place, the element, before and now. What messages say is in no log: they may well have been sent.
  package var line: String {
    guard cause.element.hasPrefix("text of ") else { return cause.line }
    var cause = cause
    cause.element += " (no log keeps what messages say)"
    return cause.line
  }

  /// Whether this is a screen that is new or gone, and the other one a part of it.
  private func includes(_ part: UnexercisedDifference) -> Bool {
    guard cause.element.hasPrefix("screen "), cause.before == nil || cause.now == nil else { return false }
    let id = cause.element.dropFirst("screen ".count)
    return part.cause.element.hasPrefix("form \(id)/") || part.cause.element.hasPrefix("widget \(id)/")
  }

  /// Without the parts of screens that are new or gone: the screen says enough of them.
  static func wholes(of all: [UnexercisedDifference]) -> [UnexercisedDifference] {
    let screens = all.filter { $0.cause.element.hasPrefix("screen ") }
    return all.filter { part in !screens.contains { $0.includes(part) } }
  }
}
