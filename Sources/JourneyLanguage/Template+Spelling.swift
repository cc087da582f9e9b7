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

  private static func quoted(_ text: String) -> String {
    text.contains("'") ? "\"\(text)\"" : "'\(text)'"
  }
}

extension Reference {
  /// The name and its path as a person writes them, e.g. `account.phones[0]`.
  package var spelling: String { path.reduce(into: name) { $1.append(to: &$0) } }
}

extension Reference.Part {
  /// Adds this step as a person writes it: `.label`, `[2]`, or `['a b']` for a name that is not allowed after a dot.
  func append(to text: inout String) {
    switch self {
    case .index(let index): text += "[\(index)]"
    case .member(let name):
      let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !".,[](){}'\"$".utf8.contains($0) }
      text += isPlain ? (text.isEmpty ? "" : ".") + ShownValue.visible(name.unicodeScalars.prefix(200)) : "[\(ShownValue.quoted(name))]"
    }
  }
}
