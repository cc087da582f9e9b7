/// How much was looked at to decide a promise.
package struct SearchExtent: Sendable, Hashable {
  /// Situations: a screen with who is known and whatever matters of the person, the journey and the browser.
  package var situations: Int
  /// Acts that were tried in them.
  package var acts: Int

  package init(situations: Int, acts: Int) { (self.situations, self.acts) = (situations, acts) }
}
