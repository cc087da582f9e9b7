package import JourneyModel

/// A page as a screen, and what each form of the screen is on the page.
package struct PageReading: Sendable, Hashable {
  /// What pressing a form of the screen does.
  package enum Target: Sendable, Hashable {
    /// The page's form with this place in `HTMLPage.forms`.
    case form(Int)
    /// `HTMLPage.looseForm`, which has no element on the page.
    case looseForm
    /// The page's link with this place in `HTMLPage.links`.
    case link(Int)
  }

  package private(set) var screen: Screen
  package let targets: [FormID: Target]
  /// What a person could do on the page and a scenario cannot, in words.
  package let notes: [String]

  /// The same page without some of its messages.
  func removing(_ isRemoved: (Message) -> Bool) -> PageReading {
    var reading = self
    reading.screen.messages.removeAll(where: isRemoved)
    return reading
  }

  /// The same page with more messages.
  func adding(_ messages: [Message]) -> PageReading {
    var reading = self
    reading.screen.messages += messages
    return reading
  }
}
