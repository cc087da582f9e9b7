import Diagnostics
import LocatedYAML

/// What `journey show` prints in the place of passwords, keys and secrets.
package enum HiddenSecret {
  /// Three asterisks.
  package static let mask = "***"

  /// The error of a file into which it was pasted; `nil` if the node is anything else.
  static func problem(with node: YAMLNode, of name: String) -> Diagnostic? {
    guard let scalar = node.scalar, scalar.text == mask else { return nil }
    return Diagnostic(
      .badValue, "'\(name)' is '***', which journey show prints instead of a secret", at: scalar.range,
      suggestion: "write the secret or leave the line out")
  }
}

extension TenantDefinition {
  /// Whether an app proves itself by this key.
  package static func isHidden(ofApps key: String) -> Bool { key.contains("secret") || key.contains("key") }
}
