import JourneyModel

/// How the parts of a screen are drawn: the one thing in which a picture of a screen and a page that can be used differ.
protocol ScreenLook: Sendable {
  /// A message of the screen, at its place on the page or on a form.
  func element(of message: Message) -> MarkupElement
  /// A widget with what is said of it.
  func element(of widget: DrawnWidget) -> MarkupElement
  /// A form around its messages and widgets; `nil` if nothing of it is to be seen.
  func element(of form: DrawnForm) -> MarkupElement?
  /// What the screen shows without asking; `nil` if there is nothing to be seen.
  func element(of facts: [Fact]) -> MarkupElement?
}

/// A widget at its place on a screen.
struct DrawnWidget {
  var widget: Widget
  var form: FormID
  /// Counts the widgets of the screen from 1, in the order in which a person meets them.
  var number: Int
  /// Counts the forms of the screen from 1.
  var formNumber: Int
  /// Whether the layout puts it outside of its form.
  var isOutside: Bool
  /// What the screen says of it, in the order sent.
  var says: [Message]
}

/// A form, and what of it the layout did not put elsewhere.
struct DrawnForm {
  var form: Form
  /// Counts the forms of the screen from 1.
  var number: Int
  /// Its own messages and its widgets, drawn.
  var content: [MarkupElement]
  /// Whether all of its widgets are in `content`.
  var isWhole: Bool
}
