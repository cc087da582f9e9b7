/// What a changed element affects: a scenario that saw none of it cannot notice the change.
package struct MutantTouch: Sendable, Hashable {
  /// Ids of edges that are taken because of it, or that it may keep from being taken.
  package var edges: Set<String> = []
  /// Ids of screens that show it.
  package var screens: Set<String> = []
  /// Texts of messages; any of them shows it.
  package var texts: Set<String> = []
  /// Whether every journey has to do with it.
  package var isEverything = false

  /// Everything of both.
  func union(_ other: MutantTouch) -> MutantTouch {
    MutantTouch(
      edges: edges.union(other.edges), screens: screens.union(other.screens), texts: texts.union(other.texts),
      isEverything: isEverything || other.isEverything)
  }
}
