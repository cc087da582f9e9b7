import Diagnostics
package import JourneyModel

/// A screen drawn with its forms, widgets and messages, for reports; secrets and addresses are concealed, and there is a bound
/// to everything.
package struct ScreenFigure {
  private static let textLimit = 1000

  private let screen: Screen
  private let look: FigureLook
  /// The text that the screen begins with, which is drawn as its heading.
  private let opening: PlacedWidget?

  /// - Parameter marked: the ids of widgets that an expectation did not hold of.
  package init(_ screen: Screen, marking marked: Set<String>) {
    self.screen = screen
    look = FigureLook(marked: marked)
    let first = screen.widgetsInOrder.first
    if let first, case .output(let text) = first.widget.kind, first.widget.isVisible, !text.visible.isEmpty,
      !marked.contains(first.widget.id.text)
    {
      opening = first
    } else {
      opening = nil
    }
  }

  /// The figure, with the screen's id as its caption.
  package var element: MarkupElement { element(id: nil) }

  /// The figure, which links can lead to.
  ///
  /// - Parameter id: unique on its page.
  package func element(id: String?) -> MarkupElement {
    let colour = BrandColour(of: screen).map { " \($0.className)" } ?? ""
    var figure = MarkupElement("figure", class: "screen\(colour)")
    figure.set("id", id)
    figure.add(MarkupElement("figcaption", text: HarmlessText.line(screen.id.text, limit: 300)))
    var face = MarkupElement("div", class: "face")
    let brand = ScreenBrand(screen.branding)
    if let name = brand.name { face.add(Self.head(of: name)) }
    if case .output(let text)? = opening?.widget.kind {
      face.add(MarkupElement("p", class: "opening", text: HarmlessText.line(text.visible, limit: Self.textLimit)))
    }
    var markup = ScreenMarkup(screen, look: look, drawn: opening?.place)
    for element in markup.elements() { face.add(element) }
    if let line = brand.copyright { face.add(MarkupElement("p", class: "foot", text: HarmlessText.line(line, limit: 300))) }
    figure.add(face)
    return figure
  }

  /// The brand with its initials where its logo would be: nothing is fetched.
  static func head(of name: String) -> MarkupElement {
    var logo = MarkupElement("span", class: "logo", text: ScreenBrand.initials(of: name))
    logo.set("aria-hidden", "true")
    var line = MarkupElement("p", class: "brand", [logo])
    line.add(text: HarmlessText.line(name, limit: 100))
    return line
  }
}
