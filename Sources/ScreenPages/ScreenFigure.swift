import Diagnostics
package import JourneyModel

/// A screen as a person saw it, drawn for a report: nothing on it can be typed into or pressed, and ids stand next to everything.
package struct ScreenFigure {
  private let screen: Screen
  private let look: FigureLook

  /// - Parameter marked: the ids of widgets that an expectation did not hold of.
  package init(_ screen: Screen, marking marked: Set<String>) {
    self.screen = screen
    look = FigureLook(marked: marked)
  }

  /// The figure, with the screen's id as its caption.
  package var element: MarkupElement {
    var figure = MarkupElement("figure", class: "screen")
    figure.add(MarkupElement("figcaption", text: HarmlessText.line(screen.id.text, limit: 300)))
    var markup = ScreenMarkup(screen, look: look)
    for element in markup.elements() { figure.add(element) }
    return figure
  }
}
