package import Diagnostics
package import LocatedYAML

extension Template {
  /// Reads `${…}` in a text; what cannot be read is reported and stays as it was written.
  ///
  /// Errors are placed to the column if the scalar is on one line and was not folded, else on the whole scalar.
  package static func parse(
    _ text: String, range: SourceRange, style: YAMLScalar.Style = .plain, diagnostics: inout [Diagnostic]
  ) -> Template {
    guard mayHoldVariables(text) else {
      if let warning = missingSign(in: text, at: range) { diagnostics.append(warning) }
      return Template(parts: text.isEmpty ? [] : [.literal(text)], range: range)
    }
    var parser = TemplateParser(text, places: ScalarPlaces(of: text, range: range, style: style))
    let parts = parser.parts()
    diagnostics += parser.diagnostics
    return Template(parts: parts, range: range)
  }

  /// Reads `${…}` in a scalar of any kind: a literal counts by its spelling.
  package static func parse(_ scalar: YAMLScalar, diagnostics: inout [Diagnostic]) -> Template {
    parse(scalar.text, range: scalar.range, style: scalar.style, diagnostics: &diagnostics)
  }

  /// Most texts hold none, and are not looked at any further.
  private static func mayHoldVariables(_ text: String) -> Bool {
    var isBehindDollar = false
    for byte in text.utf8 {
      if isBehindDollar && byte == UInt8(ascii: "{") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }
}
