import JourneyModel

/// What a widget looks like, as the tenant says.
extension Widget {
  /// E.g. `link`, `button`, `radio`; `nil` where the tenant leaves it open.
  var look: String? { render.flatMap { $0.text ?? $0["type"]?.text } }

  /// The colour of a button; `nil` for the one that all buttons have.
  var colour: BrandColour? { render?["bgColor"]?.text.flatMap { BrandColour($0) } }

  /// Whether it is one of the lesser buttons; `nil` where the tenant leaves it open.
  var isSecond: Bool? { render?["hint"]?["variant"]?.text.map { $0 != "primary" } }

  private var render: Value? { extras.first { $0.name == "render" }?.value }
}
