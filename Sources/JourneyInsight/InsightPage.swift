import Diagnostics
import ScreenPages

/// A page that needs nothing else: no script, no network, no other file; its policy forbids it to load anything.
struct InsightPage {
  private let title: String
  private var sections: [MarkupElement] = []

  init(_ title: String) { self.title = title }

  mutating func add(_ element: MarkupElement) { sections.append(element) }

  var text: String {
    var html = HTMLWriter()
    PageHead(Self.sheet).begin(title, &html)
    html.begin(MarkupElement("main"))
    html.write(MarkupElement("h1", text: HarmlessText.line(title, limit: 300)))
    for section in sections { html.write(section) }
    for _ in 0..<3 { html.end() }
    return String(decoding: html.take(), as: UTF8.self)
  }

  /// The page's own rules, and those of figures.
  private static let sheet: [UInt8] = Array(rules.utf8) + FigureStyle.sheet

  private static let rules = """

    :root{color-scheme:light dark;--line:#767676;--quiet:#57606a;--mark:#9a3412;--back:#fff;--front:#1b1f24;--way:#0b5cad;--card:#fff;--accent:#0b5cad;--on-accent:#fff;--bad:#9a3412;--care:#7a5200;--good:#1a6b32}
    @media (prefers-color-scheme:dark){:root{--line:#8b949e;--quiet:#a8b1bb;--mark:#ffb077;--back:#15181d;--front:#f0f3f6;--way:#79b8ff;--card:#15181d;--accent:#79b8ff;--on-accent:#0b1a30;--bad:#ffb077;--care:#e8b95b;--good:#6bd08a}}
    *{box-sizing:border-box}
    body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:1rem;background:var(--back);color:var(--front)}
    h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}h3{font-size:1rem}
    p,ul{margin:.4rem 0}.quiet{color:var(--quiet)}code{overflow-wrap:anywhere}
    .change{border:1px solid var(--line);border-left-width:5px;border-radius:4px;padding:.2rem 1rem;margin:.8rem 0;break-inside:avoid}
    .pair{display:flex;flex-wrap:wrap;gap:1rem}.pair>section{flex:1 1 20rem;min-width:0}
    .verdict{font-size:1.15rem;font-weight:600;border:2px solid;border-radius:6px;padding:.6rem 1rem}.good{color:var(--good)}.bad{color:var(--bad)}.care{color:var(--care)}
    table{border-collapse:collapse;width:100%;margin:.6rem 0}th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}tr{break-inside:avoid}.people th:first-child{min-width:7rem}
    h2,h3{break-after:avoid}summary{cursor:pointer}summary:focus-visible,a:focus-visible{outline:3px solid var(--way);outline-offset:2px}
    .face .form-name,.face :not(.off)>.id{display:none}
    svg{max-width:100%;height:auto;color:var(--front)}svg text{font:13px system-ui,sans-serif;fill:currentColor}svg .quiet{fill:var(--quiet)}svg .title{font-weight:600}svg .good{fill:var(--good)}svg .bad{fill:var(--bad)}
    .drawing{overflow-x:auto;margin:1rem 0;width:max-content;min-width:100%;max-width:calc(100vw - 2rem);position:relative;left:50%;transform:translateX(-50%)}.drawing svg{max-width:none}svg g:target rect{stroke-width:5}
    svg rect{fill:var(--back);stroke:var(--line)}svg path{fill:none;stroke:var(--line)}svg .walked{stroke:var(--way);stroke-width:2.5}
    svg .unwalked{stroke-dasharray:7 5}svg .unreachable{stroke-dasharray:1 5}
    @media print{body{max-width:none;font-size:10pt;padding:0}nav,.ids{display:none}.pair{zoom:.65}.drawing svg{max-width:100%;height:auto}details>*{display:block}}
    """
}
