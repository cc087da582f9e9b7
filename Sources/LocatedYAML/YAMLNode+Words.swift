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
    case .text: "the text '\(text)'"
    }
  }
}
