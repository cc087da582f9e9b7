package import JourneyModel

extension Screen {
  private static let maxWidgets = 200

  /// The colours that it is drawn with: that of its branding, and those of single buttons, without repetition.
  package var colours: [BrandColour] {
    let buttons = widgetsInOrder.prefix(Self.maxWidgets).compactMap(\.widget.colour)
    return ([BrandColour(of: self)].compactMap(\.self) + buttons).reduce(into: []) { colours, colour in
      if !colours.contains(colour) { colours.append(colour) }
    }
  }
}
