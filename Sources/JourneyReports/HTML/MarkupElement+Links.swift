import ScreenPages

extension MarkupElement {
  /// A link to another place of the page.
  static func link(to anchor: String, _ text: String) -> MarkupElement {
    var link = MarkupElement("a", text: text)
    link.set("href", "#\(anchor)")
    return link
  }

  /// A section with its heading, which names it to those who hear the page.
  static func section(_ id: String, _ heading: String) -> MarkupElement {
    var section = MarkupElement("section")
    section.set("id", id)
    section.set("aria-labelledby", "\(id)-title")
    var title = MarkupElement("h2", text: heading)
    title.set("id", "\(id)-title")
    section.add(title)
    return section
  }
}
