import Diagnostics
package import LocatedYAML

/// Values of keys that only a speech reads; what is wrong with one is reported.
extension TenantCompiler {
  package mutating func text(_ node: YAMLNode) -> YAMLScalar? {
    if case .scalar(let scalar) = node, scalar.kind != .nothing { return scalar }
    report(.wrongType, "expected a text", node.range)
    return nil
  }

  /// A map of keys; `nil` if there is nothing, or nothing of that kind.
  package mutating func mapping(_ node: YAMLNode?, _ what: String) -> YAMLMapping? {
    guard let node else { return nil }
    if case .mapping(let mapping) = node { return mapping }
    report(.wrongType, "\(what) is a map of keys, found \(TenantDefinitionDecoder.kind(of: node))", node.range)
    return nil
  }

  package mutating func flag(_ node: YAMLNode) -> Bool {
    if case .scalar(let scalar) = node, case .boolean(let flag) = scalar.kind { return flag }
    report(.wrongType, "expected true or false", node.range)
    return false
  }

  package mutating func wholeNumber(_ node: YAMLNode) -> Int {
    guard let scalar = text(node) else { return 0 }
    if let number = Int(scalar.text) { return number }
    report(.wrongType, "expected a whole number, found '\(scalar.text)'", scalar.range)
    return 0
  }

  package mutating func words(_ node: YAMLNode) -> [String] {
    let items: [YAMLNode] = if case .sequence(let sequence) = node { sequence.items } else { [node] }
    var words: [String] = []
    for item in items {
      if let scalar = text(item) { words.append(scalar.text) }
    }
    return words
  }
}
