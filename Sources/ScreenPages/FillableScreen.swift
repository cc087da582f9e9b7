package import JourneyModel

/// A screen as it is drawn in reports, whose fields can be filled in and whose buttons can be pressed; the forms are plain HTML.
package struct FillableScreen {
  private let screen: Screen
  private let guide: FillableGuide

  package init(_ screen: Screen, _ guide: FillableGuide) {
    self.screen = screen
    self.guide = guide
  }

  /// The figure without a heading: its page says which screen it is.
  package var element: MarkupElement {
    let colour = BrandColour(of: screen).map { " \($0.className)" } ?? ""
    var face = MarkupElement("div", class: "face")
    if let name = ScreenBrand(screen.branding).name { face.add(ScreenFigure.head(of: name)) }
    var markup = ScreenMarkup(screen, look: FillableLook(guide))
    for element in markup.elements() { face.add(element) }
    return MarkupElement("div", class: "screen\(colour)", [face])
  }
}
