import Diagnostics
import Encodings
import ScreenPages

/// A page that needs nothing else: no script, no network, no other file; its policy forbids it to load anything.
struct InsightPage {
  private let title: String
  private var sections: [MarkupElement] = []

  init(_ title: String) { self.title = title }

  mutating func add(_ element: MarkupElement) { sections.append(element) }

  var text: String {
    var html = HTMLWriter()
    html.doctype()
    var root = MarkupElement("html")
    root.set("lang", "en")
    html.begin(root)
    html.begin(MarkupElement("head"))
    html.write(Self.meta([("charset", "utf-8")]))
    html.write(Self.meta([("http-equiv", "Content-Security-Policy"), ("content", Self.policy)]))
    html.write(Self.meta([("name", "referrer"), ("content", "no-referrer")]))
    html.write(Self.meta([("name", "viewport"), ("content", "width=device-width, initial-scale=1")]))
    html.write(MarkupElement("title", text: HarmlessText.line(title, limit: 300)))
    html.style(Self.sheet)
    html.end()
    html.begin(MarkupElement("body"))
    html.begin(MarkupElement("main"))
    html.write(MarkupElement("h1", text: HarmlessText.line(title, limit: 300)))
    for section in sections { html.write(section) }
    for _ in 0..<3 { html.end() }
    return String(decoding: html.take(), as: UTF8.self)
  }

  private static func meta(_ attributes: [(String, String)]) -> MarkupElement {
    var meta = MarkupElement("meta")
    for (name, value) in attributes { meta.set(name, value) }
    return meta
  }

  private static var policy: String {
    let digest = Base64URL.encode(Digests.sha256("\(sheet)")).replacing("-", with: "+").replacing("_", with: "/")
    return "default-src 'none'; style-src 'sha256-\(digest)='; form-action 'none'; base-uri 'none'"
  }

  private static let sheet: StaticString = """

    :root{color-scheme:light dark;--line:#767676;--quiet:#57606a;--mark:#9a3412;--back:#fff;--front:#1b1f24;--way:#0b5cad}
    @media (prefers-color-scheme:dark){:root{--line:#8b949e;--quiet:#a8b1bb;--mark:#ffb077;--back:#15181d;--front:#f0f3f6;--way:#79b8ff}}
    *{box-sizing:border-box}
    body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:1rem;background:var(--back);color:var(--front)}
    h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}h3{font-size:1rem}
    p,ul{margin:.4rem 0}.quiet{color:var(--quiet)}code{overflow-wrap:anywhere}
    .change{border:1px solid var(--line);border-left-width:5px;border-radius:4px;padding:.2rem 1rem;margin:.8rem 0;break-inside:avoid}
    .pair{display:flex;flex-wrap:wrap;gap:1rem}.pair>section{flex:1 1 20rem;min-width:0}
    summary{cursor:pointer}summary:focus-visible,a:focus-visible{outline:3px solid var(--way);outline-offset:2px}
    figure.screen{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;margin:.5rem 0;max-width:34rem}
    figcaption{color:var(--quiet);border-bottom:1px solid var(--line);margin-bottom:.6rem}
    .form{border-top:1px dashed var(--line);padding-top:.4rem;margin-top:.6rem}.widget{margin:.35rem 0;padding:.15rem .3rem}
    .widget.off{outline:3px solid var(--mark);outline-offset:2px}
    .label{display:block}.field{display:inline-block;min-width:12rem;max-width:100%;min-height:2rem;padding:.25rem .5rem;border:1px solid var(--line);border-radius:4px}
    .button{display:inline-block;padding:.25rem .9rem;border:1px solid var(--line);border-radius:4px;font-weight:600}
    svg{max-width:100%;height:auto;color:var(--front)}svg text{font:13px system-ui,sans-serif;fill:currentColor}svg .quiet{fill:var(--quiet)}
    svg rect{fill:var(--back);stroke:var(--line)}svg path{fill:none;stroke:var(--line)}svg .walked{stroke:var(--way);stroke-width:2.5}
    svg .nobody{stroke-dasharray:7 5}svg .unreachable{stroke-dasharray:1 5}
    @media print{body{max-width:none}details>*{display:block}}
    """
}
