import JourneyModel

/// A screen, and the forms of the body that it was made of.
struct IDXSnapshot: Sendable, Hashable {
  var response: IDXResponse
  var screen: Screen
  /// By the ids of the screen's forms; the links of messages are not forms of the body.
  var forms: [FormID: IDXForm]
}
