/// How much was looked at to decide a promise.
package struct SearchExtent: Sendable, Hashable {
  /// Situations: a screen with who is known and whatever matters of the person, the journey and the browser.
  package var situations: Int
  /// Acts that were tried in them.
  package var acts: Int
  /// Whether what the promise is about ever happens to the people that it is about; else it is kept because nothing can break it.
  package var isMet: Bool
  /// Whether what the promise counts, such as wrong passwords, ever comes as often.
  package var isCounted: Bool

  /// What was looked at where it is not situations and acts.
  package var things = "texts"

  package init(situations: Int, acts: Int, isMet: Bool = true, isCounted: Bool = true, things: String = "texts") {
    (self.situations, self.acts, self.isMet, self.isCounted, self.things) = (situations, acts, isMet, isCounted, things)
  }
}
