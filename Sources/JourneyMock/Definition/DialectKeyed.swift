package import LocatedYAML

/// What may have keys that only some dialect has.
package protocol DialectKeyed {
  /// In the order written.
  var own: [YAMLMapping.Entry] { get }
}

extension DialectKeyed {
  /// The value of a key that only some dialect has.
  package func own(_ name: String) -> YAMLNode? { own.first { $0.name == name }?.value }
}
