internal import Diagnostics
package import JourneyModel

extension TemplateValue {
  /// The value, where nothing in it has to be bound.
  package var constant: Value? {
    guard case .constant(let value, _) = self else { return nil }
    return value
  }

  /// Every variable that is named, in the order written.
  package var references: [Reference] {
    switch self {
    case .constant: []
    case .text(let template): template.references
    case .list(let items, _): items.flatMap(\.references)
    case .map(let members, _): members.flatMap(\.value.references)
    }
  }

  /// The value with everything bound.
  package func evaluate(in bindings: inout Bindings) throws(BindingFailure) -> Value {
    switch self {
    case .constant(let value, _): return value
    case .text(let template): return try template.evaluate(in: &bindings)
    case .list(let items, let range):
      var values: [Value] = []
      values.reserveCapacity(items.count)
      for item in items { values.append(try item.evaluate(in: &bindings)) }
      return try Self.limited(.list(values), at: range)
    case .map(let members, let range):
      var values: [Value.Member] = []
      values.reserveCapacity(members.count)
      for member in members {
        values.append(Value.Member(member.name.value, try member.value.evaluate(in: &bindings)))
      }
      return try Self.limited(.map(values), at: range)
    }
  }

  /// The value as it is written, for messages.
  package var spelling: String {
    switch self {
    case .constant(let value, _): ShownValue.text(value)
    case .text(let template): "'\(template.spelling)'"
    case .list(let items, _): "[" + items.map(\.spelling).joined(separator: ", ") + "]"
    case .map(let members, _): "{" + members.map { "\($0.name.value): \($0.value.spelling)" }.joined(separator: ", ") + "}"
    }
  }

  /// Variables that double each other share their memory, but not the time of walking through them.
  private static func limited(_ value: Value, at range: SourceRange) throws(BindingFailure) -> Value {
    var weightLeft = 4_000_000
    guard value.fits(in: &weightLeft, depth: 0) else { throw BindingFailure("the value is too large", at: range) }
    return value
  }
}

extension [TemplateValue.Member] {
  /// Every variable that the values name, in the order written.
  package var references: [Reference] { flatMap(\.value.references) }
}

extension Value {
  /// Deeper than YAML's own limit by what variables add; walking through a value uses the stack for it.
  private static var maxDepth: Int { 200 }

  /// Whether its elements and the bytes of its texts stay within a weight, which is used up.
  fileprivate func fits(in weightLeft: inout Int, depth: Int) -> Bool {
    guard depth < Self.maxDepth else { return false }
    weightLeft -= 1
    switch self {
    case .null, .bool: break
    case .number(let text), .text(let text): weightLeft -= text.utf8.count
    case .secret(let secret): weightLeft -= secret.unsafeText.utf8.count
    case .list(let items):
      for item in items where weightLeft >= 0 {
        if !item.fits(in: &weightLeft, depth: depth + 1) { return false }
      }
    case .map(let members):
      for member in members where weightLeft >= 0 {
        weightLeft -= member.name.utf8.count
        if !member.value.fits(in: &weightLeft, depth: depth + 1) { return false }
      }
    }
    return weightLeft >= 0
  }
}
