import Diagnostics

/// The files that a tenant extends, and the edges that something leads to.
struct UnusedInheritance: Sendable {
  var files: Set<SourceFile>
  var reached: Set<String>

  /// Whether an element is unused by the tenant: it is in what is extended, and nothing leads to it.
  func contains(_ place: SourceRange, _ touch: MutantTouch) -> Bool {
    files.contains(place.file) && !touch.isEverything && !touch.edges.isEmpty && touch.edges.isDisjoint(with: reached)
  }
}
