internal import JourneyModel

/// The form that a step posts, and the button it presses.
struct FormTarget: Sendable, Hashable {
  let form: Form
  /// `nil` if no button of the form was named.
  let submitter: WidgetID?
}
