package import JourneyModel

/// A screen as a page that a person can use: plain HTML without scripts, for screen readers, phones, paper, light and dark.
package struct ScreenPage {
  private let screen: Screen
  private let frame: PageFrame
  /// The text that the screen begins with, which becomes the page's heading.
  private let opening: PlacedWidget?

  package init(_ screen: Screen, in frame: PageFrame) {
    self.screen = screen
    self.frame = frame
    let first = screen.widgetsInOrder.first
    if !frame.keepsHeading, case .output(let text)? = first?.widget.kind, !text.visible.isEmpty { opening = first } else { opening = nil }
  }

  /// The heading: the text that the screen begins with, else the frame's.
  package var heading: String {
    if case .output(let text)? = opening?.widget.kind { return text.visible }
    return frame.heading
  }

  /// The whole document, in UTF-8.
  package var document: [UInt8] {
    var html = HTMLWriter()
    html.doctype()
    var root = MarkupElement("html")
    root.set("lang", frame.language)
    html.begin(root)
    writeHead(to: &html)
    html.begin(MarkupElement("body"))
    html.write(MarkupElement("header", text: frame.site))
    html.write(main)
    if let footer { html.write(footer) }
    html.end()
    html.end()
    return html.take()
  }

  private func writeHead(to html: inout HTMLWriter) {
    html.begin(MarkupElement("head"))
    var charset = MarkupElement("meta")
    charset.set("charset", "utf-8")
    html.write(charset)
    html.write(Self.meta("viewport", "width=device-width, initial-scale=1"))
    html.write(Self.meta("color-scheme", "light dark"))
    html.write(Self.meta("robots", "noindex"))
    // A screen reader reads the title first, so that is where a person learns that something has to be done again.
    let isWrong = screen.messages.contains { $0.level == .error }
    html.write(MarkupElement("title", text: "\(isWrong ? "Error: " : "")\(frame.title ?? heading) | \(frame.site)"))
    html.style(bytes: PageStyle.sheet)
    html.end()
  }

  private static func meta(_ name: String, _ content: String) -> MarkupElement {
    var meta = MarkupElement("meta")
    meta.set("name", name)
    meta.set("content", content)
    return meta
  }

  private var main: MarkupElement {
    var main = MarkupElement("main")
    if frame.tellsScreen { main.set("data-screen", screen.id.text) }
    var heading = MarkupElement("h1", text: heading)
    if let opening { heading.tell(opening.widget.id, of: opening.form) }
    main.add(heading)
    if let summary { main.add(summary) }
    var markup = ScreenMarkup(screen, look: PageLook(frame: frame), drawn: opening?.place)
    for element in markup.elements() { main.add(element) }
    return main
  }

  /// What is wrong with which answer, before the forms, for those who hear a page from its top; the same is said at each widget.
  private var summary: MarkupElement? {
    let wrong = screen.messages.compactMap { message -> MarkupElement? in
      guard message.level == .error, case .widget(let form, let id) = message.scope else { return nil }
      let label = screen.form(form)?.widget(id)?.label?.visible
      return MarkupElement("li", text: [label, message.text.visible].compactMap { $0 }.joined(separator: ": "))
    }
    return wrong.isEmpty ? nil : MarkupElement("ul", class: "summary", wrong)
  }

  /// The tenant's own line at the foot of its pages.
  private var footer: MarkupElement? {
    guard let text = screen.branding.first(where: { $0.name == "copyright" })?.value.text, !text.isEmpty else { return nil }
    return MarkupElement("footer", text: text)
  }
}
