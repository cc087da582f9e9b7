package import JourneyModel

/// What surrounds a screen on a page: whose page it is, in which language, and where its forms lead.
package struct PageFrame: Sendable {
  /// Whose page it is, as a person reads it.
  package var site: String
  /// The page's language, e.g. `en`.
  package var language: String
  /// The page's heading, where its screen does not begin with a text.
  package var heading: String
  /// What the window is called; `nil` for the heading.
  package var title: String?
  /// Whether the heading is shown even where the screen begins with a text.
  package var keepsHeading = false
  /// Whether the page says which screen it is, and what its links are called.
  package var tellsScreen = true
  /// What every form carries unseen.
  package var hidden: [HiddenField]
  /// Whose password forms ask for, as password managers read it; `nil` if it is not known.
  package var account: String?
  /// The path that a form is posted to.
  package var action: @Sendable (FormID) -> String

  package init(
    site: String, language: String, heading: String, hidden: [HiddenField] = [],
    action: @escaping @Sendable (FormID) -> String = { _ in "" }
  ) {
    self.site = site
    self.language = language
    self.heading = heading
    self.hidden = hidden
    self.action = action
  }
}

/// A field that a form carries unseen, e.g. a token against forged requests.
package struct HiddenField: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension HiddenField {
  /// The input that carries it.
  package var element: MarkupElement {
    var input = MarkupElement("input")
    input.set("type", "hidden")
    input.set("name", name)
    input.set("value", value)
    return input
  }
}
