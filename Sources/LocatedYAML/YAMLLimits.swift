/// How much a YAML file may ask of its reader; more is a diagnostic, never a slow or a dead process.
package struct YAMLLimits: Sendable, Hashable {
  /// The size of one file in UTF-8 bytes.
  package var bytes: Int
  /// How many maps and lists may lie in one another, aliases expanded.
  package var depth: Int
  /// How many nodes aliases may add in one document.
  package var expandedNodes: Int

  /// How many errors of one file are reported before the rest of it is left unread.
  package var diagnostics: Int

  package init(bytes: Int = 8 << 20, depth: Int = 100, expandedNodes: Int = 100_000, diagnostics: Int = 200) {
    self.bytes = bytes
    self.depth = depth
    self.expandedNodes = expandedNodes
    self.diagnostics = diagnostics
  }

  /// What scenarios and tenants need, with room to spare.
  package static let standard = YAMLLimits()
}
