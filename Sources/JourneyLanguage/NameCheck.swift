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
    if let nearest = ClosestMatch.of(name, in: known) {
      return Diagnostic(.unboundVariable, "no variable '\(name)' here", at: reference.range, suggestion: "did you mean '\(nearest)'?")
    }
    // Long lists hide what they tell.
    let names = known.sorted().prefix(20).joined(separator: ", ")
    let rest = known.count > 20 ? ", …" : ""
    let possible = names.isEmpty ? "" : "; there are \(names)\(rest)"
    return Diagnostic(.unboundVariable, "no variable '\(name)' here\(possible)", at: reference.range)
  }
}
