package import Diagnostics

/// Finds variables that nothing can have bound, before anything is walked.
package enum NameCheck {
  /// One diagnostic for each reference whose name is not known and that has no default.
  package static func unknownNames(in references: [Reference], known: Set<String>) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for reference in references where reference.fallback == nil && !known.contains(reference.name) {
      diagnostics.append(unknown(reference, known))
    }
    return diagnostics
  }

  private static func unknown(_ reference: Reference, _ known: Set<String>) -> Diagnostic {
    let name = reference.name
    if let function = TemplateFunction(rawValue: name) {
      return Diagnostic(
        .unboundVariable, "'\(name)' is a function, not a variable", at: reference.range, suggestion: "write \(function.usage)")
    }
    return .unknown(.unboundVariable, "no variable '\(name)' here", Located(name, at: reference.range), among: known.sorted())
  }
}
