import Diagnostics
import ScreenPages

/// The frame of a page: its head, and the policy that forbids it to load anything.
enum HTMLDocument {
  static func begin(_ title: String, _ style: HTMLStyle, _ html: inout HTMLWriter) {
    html.doctype()
    var root = MarkupElement("html")
    root.set("lang", "en")
    html.begin(root)
    html.begin(MarkupElement("head"))
    var charset = MarkupElement("meta")
    charset.set("charset", "utf-8")
    html.write(charset)
    html.write(meta("http-equiv", "Content-Security-Policy", style.policy))
    html.write(meta("name", "referrer", "no-referrer"))
    html.write(meta("name", "viewport", "width=device-width, initial-scale=1"))
    html.write(meta("name", "color-scheme", "light dark"))
    html.write(MarkupElement("title", text: HarmlessText.line(title, limit: 300)))
    html.style(bytes: style.sheet)
    html.end()
    html.begin(MarkupElement("body"))
  }

  private static func meta(_ kind: String, _ name: String, _ content: String) -> MarkupElement {
    var meta = MarkupElement("meta")
    meta.set(kind, name)
    meta.set("content", content)
    return meta
  }
}
