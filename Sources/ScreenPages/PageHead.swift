import Diagnostics
import Encodings

/// The head of a page that needs nothing else: no script, no network, no other file.
package struct PageHead: Sendable {
  /// What its forms may do.
  package enum Forms: Sendable {
    /// Nothing is posted.
    case none
    /// They are posted to where the page came from.
    case toItself
  }

  private let sheet: [UInt8]
  private let forms: Forms

  /// - Parameter sheet: the page's only style sheet.
  package init(_ sheet: [UInt8], forms: Forms = .none) {
    self.sheet = sheet
    self.forms = forms
  }

  /// The policy that the page carries: it may load nothing but its own sheet, which is known by its digest.
  package var policy: String {
    let digest = Base64URL.encode(Digests.sha256(sheet)).replacing("-", with: "+").replacing("_", with: "/")
    return "default-src 'none'; style-src 'sha256-\(digest)='; form-action '\(forms == .none ? "none" : "self")'; base-uri 'none'"
  }

  /// Begins a document; what is written next is in its body, which is to be ended together with the document.
  package func begin(_ title: String, _ html: inout HTMLWriter) {
    html.doctype()
    var root = MarkupElement("html")
    root.set("lang", "en")
    html.begin(root)
    html.begin(MarkupElement("head"))
    var charset = MarkupElement("meta")
    charset.set("charset", "utf-8")
    html.write(charset)
    html.write(Self.meta("http-equiv", "Content-Security-Policy", policy))
    // Browsers name no origin with a form of a page whose policy is 'no-referrer'.
    html.write(Self.meta("name", "referrer", forms == .none ? "no-referrer" : "same-origin"))
    html.write(Self.meta("name", "viewport", "width=device-width, initial-scale=1"))
    html.write(Self.meta("name", "color-scheme", "light dark"))
    html.write(MarkupElement("title", text: HarmlessText.line(title, limit: 300)))
    html.style(bytes: sheet)
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
