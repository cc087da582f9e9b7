package import Diagnostics
package import JourneyModel

/// What is between `${` and `}`.
package indirect enum Expression: Sendable, Hashable {
  case reference(Reference)
  case call(TemplateFunction, arguments: [Expression], range: SourceRange)
  /// An argument in quotes.
  case literal(String)
}

extension Expression {
  /// The expression as a person writes it, without `${` and `}`.
  package var spelling: String {
    switch self {
    case .literal(let text): Self.quoted(text)
    case .reference(let reference): reference.spelling + (reference.fallback.map { ", " + Self.quoted($0) } ?? "")
    case .call(let function, let arguments, _):
      "\(function.rawValue)(\(arguments.map(\.spelling).joined(separator: ", ")))"
    }
  }

  /// The text of an argument in quotes; `nil` for what is known only when it is bound.
  var quotedText: String? {
    guard case .literal(let text) = self else { return nil }
    return text
  }

  private static func quoted(_ text: String) -> String {
    text.contains("'") ? "\"\(text)\"" : "'\(text)'"
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
      let result = try FunctionCall(function: function, arguments: values, spelling: spelling, range: range).result(in: &bindings)
      if function.makesUp || values.contains(where: bindings.isGenerated) { bindings.keep(generated: result) }
      return result
    }
  }
}
