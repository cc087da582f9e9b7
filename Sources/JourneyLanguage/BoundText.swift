internal import Diagnostics
internal import JourneyModel

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
  ///
  /// - Parameter spelling: of the expression that gave the value, for messages.
  mutating func append(_ value: Value, spelling: @autoclosure () -> String) throws(BindingFailure) {
    switch value {
    case .text(let text): try append(text)
    case .number(let digits): try append(digits)
    case .bool(let flag): try append(flag ? "true" : "false")
    case .secret(let secret):
      secrets.append(secret)
      try append(secret.unsafeText)
    case .null, .list, .map:
      throw BindingFailure("'\(spelling())' is \(value.kindName), which is not allowed in a text", at: range)
    }
  }

  var value: Value { Secret.of(text, madeOf: secrets) }
}

extension Secret {
  /// The text, as a secret where it was made of any: it may go, and be typed, where all of them may.
  static func of(_ text: String, madeOf secrets: [Secret]) -> Value {
    guard let first = secrets.first else { return .text(text) }
    var names: [String] = []
    var origins = first.origins
    var fields = first.fields
    for secret in secrets {
      if !names.contains(secret.name) { names.append(secret.name) }
      if let others = secret.origins { origins = origins?.intersection(others) ?? others }
      if let others = secret.fields { fields = fields?.intersection(others) ?? others }
    }
    let source = secrets.contains { $0.source == .caller } ? Source.caller : first.source
    return .secret(Secret(text, name: names.joined(separator: " and "), origins: origins, source: source, fields: fields))
  }
}
