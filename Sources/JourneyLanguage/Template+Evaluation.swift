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
      case .expression(let expression): try bound.append(try value(of: expression, in: &bindings), of: expression)
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
      case .expression(let expression): try bound.append(try expression.evaluate(in: &bindings), of: expression)
      }
    }
    guard case .text(let text) = bound.value else {
      throw BindingFailure("'\(spelling)' contains a secret, which is not allowed here", at: range)
    }
    return text
  }
}

extension Expression {
  /// Every variable that is named, those inside calls too.
  package var references: [Reference] {
    switch self {
    case .literal: []
    case .reference(let reference): [reference]
    case .call(_, let arguments, _): arguments.flatMap(\.references)
    }
  }

  /// The value, drawing on the bindings' generator and clock where a function needs them.
  package func evaluate(in bindings: inout Bindings) throws(BindingFailure) -> Value {
    switch self {
    case .literal(let text): return .text(text)
    case .reference(let reference): return try reference.resolve(in: bindings)
    case .call(let function, let arguments, let range):
      var values: [Value] = []
      for argument in arguments { values.append(try argument.evaluate(in: &bindings)) }
      let result = try FunctionCall(function: function, arguments: values, expression: self, range: range).result(in: &bindings)
      if function.makesUp || values.contains(where: bindings.isGenerated) { bindings.keep(generated: result) }
      return result
    }
  }
}

/// A text that grows out of values; a secret among them makes a secret of it.
package struct BoundText {
  /// Bytes; variables that double each other must not fill the memory.
  package static let limit = 1_000_000

  private let range: SourceRange
  private var text = ""
  private var secrets: [Secret] = []

  init(range: SourceRange) { self.range = range }

  mutating func append(_ literal: String) throws(BindingFailure) {
    guard text.utf8.count + literal.utf8.count <= Self.limit else {
      throw BindingFailure("the text exceeds \(Self.limit) bytes", at: range)
    }
    text += literal
  }

  /// Adds a value as it is spelled; lists, maps and null have no spelling in a text.
  mutating func append(_ value: Value, of expression: Expression) throws(BindingFailure) {
    switch value {
    case .text(let text): try append(text)
    case .number(let spelling): try append(spelling)
    case .bool(let flag): try append(flag ? "true" : "false")
    case .secret(let secret):
      secrets.append(secret)
      try append(secret.unsafeText)
    case .null, .list, .map:
      throw BindingFailure("'\(expression.spelling)' is \(value.kindName), which is not allowed in a text", at: range)
    }
  }

  var value: Value { Secret.of(text, madeOf: secrets) }
}

extension Secret {
  /// The text, as a secret where it was made of any: it may go where all of them may.
  static func of(_ text: String, madeOf secrets: [Secret]) -> Value {
    guard let first = secrets.first else { return .text(text) }
    var names: [String] = []
    var origins = first.origins
    for secret in secrets {
      if !names.contains(secret.name) { names.append(secret.name) }
      if let others = secret.origins { origins = origins?.intersection(others) ?? others }
    }
    let source = secrets.contains { $0.source == .caller } ? Source.caller : first.source
    return .secret(Secret(text, name: names.joined(separator: " and "), origins: origins, source: source))
  }
}
