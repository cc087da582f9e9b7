package import Diagnostics
import LocatedYAML

extension FormRules {
  /// What is wrong with the order of its edges.
  ///
  /// The last edge, and no other, is without a condition: then every answer leads somewhere, and every edge can be taken.
  package var mistakes: [Diagnostic] {
    guard let last = edges.last else {
      return [Diagnostic(.missingKey, "form '\(id.value)' leads nowhere: it has no edge", at: id.range)]
    }
    var found = edges.dropLast().filter { $0.condition == nil }.map { edge in
      let message = "the edges below '\(edge.name.value)' are never taken, because it has no 'when'"
      return Diagnostic(.unreachableEdge, message, at: edge.name.range)
    }
    if let condition = last.condition {
      found.append(
        Diagnostic(
          .openForm, "form '\(id.value)' leads nowhere when no edge matches: the last one has a 'when'", at: condition.range,
          suggestion: "leave it out, or add an edge without one"))
    }
    return found
  }
}
