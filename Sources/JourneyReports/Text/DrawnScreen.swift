package import JourneyModel

/// A screen drawn for the console, as in the picture of a failure.
package enum DrawnScreen {
  /// The screen's id, its forms, widgets, messages and facts, then further lines, a line feed at the end of each.
  package static func text(of screen: Screen, followedBy lines: [String] = [], usesColour: Bool) -> String {
    var text = StyledText()
    text.add(StyledText.Line("screen \(screen.id)", .heading))
    text.add(ScreenDrawing(screen).text, indentedBy: 2)
    for line in lines { text.add(line) }
    return text.painted(usesColour: usesColour)
  }
}
