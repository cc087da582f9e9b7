package import Diagnostics

/// A text with `${…}` in it, parsed once and bound per walk.
package struct Template: Sendable, Hashable {
  /// A stretch of a template.
  package enum Part: Sendable, Hashable {
    case literal(String)
    case expression(Expression)
  }

  /// Never two literals in a row; `$${` is already a literal `${`.
  package var parts: [Part]
  /// The place of the whole text.
  package var range: SourceRange

  package init(parts: [Part], range: SourceRange) {
    self.parts = parts
    self.range = range
  }

  /// The text, where nothing has to be bound.
  package var constant: String? {
    switch parts.count {
    case 0: ""
    case 1: if case .literal(let text) = parts[0] { text } else { nil }
    default: nil
    }
  }
}

extension Template {
  /// The template as a person writes it, for messages.
  package var spelling: String {
    var spelling = ""
    for part in parts {
      switch part {
      case .literal(let text): spelling += text
      case .expression(let expression): spelling += "${\(expression.spelling)}"
      }
    }
    return spelling
  }
}
