import Diagnostics

extension YAMLNode {
  /// What a person calls what was written, e.g. `a list`.
  package var kindName: String {
    switch self {
    case .scalar(let scalar): scalar.kindName
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  /// The scalar, where it is one.
  package var scalar: YAMLScalar? {
    guard case .scalar(let scalar) = self else { return nil }
    return scalar
  }

  /// The map, where it is one.
  package var mapping: YAMLMapping? {
    guard case .mapping(let mapping) = self else { return nil }
    return mapping
  }
}

extension YAMLScalar {
  /// What a person calls it, e.g. `the number 12`.
  package var kindName: String {
    switch kind {
    case .nothing: "nothing"
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .number: "the number \(text)"
    case .text: range.start.line == range.end.line && !isSetting ? "the text '\(text)'" : "a text"
    }
  }

  /// Whether it is a line of a file of variables, which may have a secret.
  private var isSetting: Bool {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex, text.index(after: equals) < text.endIndex else { return false }
    let name = text[..<equals]
    return text[text.index(after: equals)] != "=" && name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
