package import JourneyModel

/// One change as one walk saw it.
package struct Finding: Sendable, Hashable {
  package var kind: ChangeKind
  /// The screen that it is on, or that it leads to; empty for what is on none.
  package var screen: String
  /// What of the screen: a widget with its form, an option, a counter; empty for all of it.
  package var element: String
  /// In words, before and after; `nil` for what was or is not there.
  package var before: String?
  package var now: String?
  /// Where the walk was when it happened, in words.
  package var place: String?
  /// Where the walks parted, if the one that saw this had come further by then.
  package var parting: String?
  /// What came next, in words, before and after; `nil` where that is not known.
  package var nextBefore: String?
  package var nextNow: String?
  /// Whether what differs next is the end of the journey.
  package var isAtEnd = false
  /// The edges that were taken where the two walks part.
  package var edgesBefore: [String] = []
  package var edgesNow: [String] = []
  /// The screen before and after, to be drawn.
  package var screenBefore: Screen?
  package var screenNow: Screen?

  package init(_ kind: ChangeKind, screen: String, element: String = "", before: String? = nil, now: String? = nil) {
    self.kind = kind
    self.screen = screen
    self.element = element
    self.before = before
    self.now = now
  }

  /// What changes of several walks are merged by.
  package var key: String { [screen, kind.rawValue, element].filter { !$0.isEmpty }.joined(separator: ":") }
}
