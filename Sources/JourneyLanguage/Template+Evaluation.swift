internal import Diagnostics
package import JourneyModel

extension Template {
  /// Every variable that is named, in the order written, those inside calls too.
  package var references: [Reference] {
    var references: [Reference] = []
    for part in parts {
      if case .expression(let expression) = part { references += expression.references }
    }
    return references
  }

  /// The value: of a single `${x}` what x is, else a text, which is a secret as soon as a part of it is.
  package func evaluate(in bindings: inout Bindings) throws(BindingFailure) -> Value {
    if let constant { return .text(constant) }
    let value = try unconcealed(in: &bindings)
    bindings.learn(value.secrets)
    return bindings.concealing(value)
  }

  /// The value of a part. A secret that is only a part of what is sent is a secret wherever it is shown again.
  private func value(
    of expression: Expression, in bindings: inout Bindings
  ) throws(BindingFailure) -> Value {
    let value = try expression.evaluate(in: &bindings)
    for secret in value.secrets { bindings.reveal(secret) }
    return value
  }

  private func unconcealed(in bindings: inout Bindings) throws(BindingFailure) -> Value {
    if parts.count == 1, case .expression(let expression) = parts[0] { return try value(of: expression, in: &bindings) }
    var bound = BoundText(range: range)
    for part in parts {
      switch part {
      case .literal(let text): try bound.append(text)
      case .expression(let expression): try bound.append(try value(of: expression, in: &bindings), spelling: expression.spelling)
      }
    }
    return bound.value
  }

  /// The text, for a place that takes no secret: a title, a path, a name.
  package func text(in bindings: inout Bindings) throws(BindingFailure) -> String {
    if let constant { return constant }
    var bound = BoundText(range: range)
    for part in parts {
      switch part {
      case .literal(let text): try bound.append(text)
      case .expression(let expression): try bound.append(try expression.evaluate(in: &bindings), spelling: expression.spelling)
      }
    }
    guard case .text(let text) = bound.value else {
      throw BindingFailure("'\(spelling)' contains a secret, which is not allowed here", at: range)
    }
    return text
  }
}
