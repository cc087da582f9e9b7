package import Diagnostics

/// A text for a test with marks such as `⟦1⟧` in front of the places that its diagnostics belong to.
package struct MarkedText: Sendable {
  /// The text without its marks.
  package let text: String
  /// Where each mark stood, by what it enclosed.
  package let positions: [String: SourcePosition]

  package init(_ marked: String) {
    var clean = String.UnicodeScalarView()
    var positions: [String: SourcePosition] = [:]
    var name: String.UnicodeScalarView?
    var line = 1
    var column = 1
    for scalar in marked.unicodeScalars {
      switch (scalar, name) {
      case ("⟦", nil):
        name = String.UnicodeScalarView()
      case ("⟧", let found?):
        positions[String(found)] = SourcePosition(line: line, column: column)
        name = nil
      case (_, var found?):
        found.append(scalar)
        name = found
      case (_, nil):
        clean.append(scalar)
        (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
      }
    }
    text = String(clean)
    self.positions = positions
  }

  /// The text as a file with this name.
  package func file(named name: String = "test.yaml") -> SourceFile { SourceFile(name: name, text: text) }
}
