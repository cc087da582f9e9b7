import Encodings
import JourneyModel
import ScreenPages

/// The document around the parts of the studio's page: its head, its style sheet and the policy that allows nothing else.
struct StudioFrame {
  let title: String
  let screen: Screen?
  /// In their order.
  let parts: [MarkupElement]

  /// - Parameter conceal: what is done to what the tenant or the person wrote before it is sent.
  func response(_ conceal: ([UInt8]) -> [UInt8]) -> HTTPResponseMessage {
    let head = PageHead(FigureStyle.sheet + Array((Self.rules + (screen?.colours.map(\.rule).joined() ?? "")).utf8), forms: .toItself)
    var html = HTMLWriter()
    head.begin(String(decoding: conceal(Array(title.utf8)), as: UTF8.self), &html)
    let beginning = html.take()
    for part in parts { html.write(part) }
    for _ in 0..<2 { html.end() }
    return HTTPResponseMessage(
      status: 200,
      headers: ["Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "\(head.policy); frame-ancestors 'none'"],
      body: beginning + conceal(html.take()))
  }

  private static let rules = """

    :root{color-scheme:light dark;--line:#767e89;--soft:#8884;--accent:#1f5fbf;--on-accent:#fff;--bad:#b3202c;--care:#7a5200;--good:#1a6b32;--quiet:#57606a;--page:#f4f5f7;--card:#fff;--front:#1b1f24;--tint:#8881}
    @media (prefers-color-scheme:dark){:root{--accent:#8ab8ff;--on-accent:#0b1a30;--bad:#ff9a93;--care:#e8b95b;--good:#6bd08a;--quiet:#a3abb5;--page:#14171b;--card:#1e2228;--front:#f0f3f6}}
    *{box-sizing:border-box}
    body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:100rem;padding:0 1.25rem 2rem;background:var(--page);color:var(--front);overflow-wrap:anywhere}
    h1{font-size:1.25rem;margin:0}h2{font-size:1rem;margin:0 0 .6rem}p{margin:0 0 .5rem}
    header{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem 1.2rem;padding:.9rem 0}
    header p{margin:0;color:var(--quiet)}header .live{color:var(--bad);font-weight:600}
    header .clock{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem;margin-left:auto}
    main{display:grid;gap:1rem;grid-template-columns:minmax(20rem,26rem) minmax(0,1fr);align-items:start}
    main>div{display:grid;gap:1rem;min-width:0}
    @media (min-width:80rem){main{grid-template-columns:16rem minmax(22rem,28rem) minmax(0,1fr)}main>.walked{grid-column:1;grid-row:1}}
    @media (max-width:79.99rem){main>.walked{grid-column:1/-1}}
    @media (max-width:44rem){main{grid-template-columns:minmax(0,1fr)}header .clock{margin-left:0}}
    .card{background:var(--card);border:1px solid var(--soft);border-radius:.75rem;padding:1rem 1.1rem;min-width:0;position:relative}
    .said{border-left:5px solid var(--accent);margin:0 0 1rem;white-space:pre-line}.said p:last-child{margin:0}
    .quiet{color:var(--quiet)}
    .steps{list-style:none;margin:0 0 .7rem;padding:0;display:flex;flex-wrap:wrap;gap:.35rem}
    .steps li{display:flex;align-items:center;gap:.2rem;border:1px solid var(--soft);border-radius:.5rem;padding:.15rem .3rem .15rem .6rem}
    @media (min-width:80rem){.steps{flex-direction:column}.steps li{justify-content:space-between}}
    .steps .now{border-color:var(--accent);padding-right:.6rem;font-weight:600}
    .bar{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
    form{margin:0}button{font:inherit;cursor:pointer}
    .small{padding:.25rem .7rem;min-height:2rem;border:1px solid var(--line);border-radius:.4rem;background:transparent;color:inherit}
    .small[aria-pressed=true]{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
    .small[aria-pressed=true]::before{content:"✓ "}
    .bare{padding:.1rem .4rem;min-height:1.75rem;border:0;border-radius:.3rem;background:none;color:var(--accent)}
    .main{padding:.45rem 1.1rem;min-height:2.5rem;border:1px solid transparent;border-radius:.4rem;background:var(--accent);color:var(--on-accent);font-weight:600}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    .label{display:block;font-size:.88rem;font-weight:600;margin-bottom:.15rem}
    input.field,select{font:inherit;color:inherit;width:100%;min-height:2.4rem;padding:.3rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--card)}
    input[type=checkbox],input[type=radio]{width:1.15rem;height:1.15rem;margin:0 .5rem 0 0;vertical-align:-.15rem;accent-color:var(--accent)}
    ::placeholder{color:var(--quiet);opacity:1}
    fieldset{border:1px solid var(--soft);border-radius:.4rem;margin:0;padding:.3rem .9rem .6rem;min-width:0}legend{font-weight:600;font-size:.88rem}
    .option{padding:.25rem 0}.inner{margin:.3rem 0 .3rem 1.7rem}.toggle{margin:.3rem 0}
    .screen{max-width:none}.expect{margin-top:.9rem}.expect p,.save .quiet{margin:.5rem 0 .4rem}
    .face button.button{width:100%;min-height:2.6rem}.face button.link{width:auto;min-height:2rem;padding:.1rem 0}
    .face .from{display:flex;align-items:center;gap:.5rem;margin:.3rem 0 0;font-size:.85rem;color:var(--quiet)}
    .face .from label{flex:0 1 auto}.face .from select,.face .from input.field{flex:1 1 10rem;min-width:0;min-height:2rem;padding:.1rem .5rem;color:var(--front)}
    .face .id{display:block;margin:.15rem 0 0}
    .heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    pre{margin:0;font:.85rem/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;max-height:34rem;overflow:auto}
    .mail{border-top:1px solid var(--soft);padding:.5rem 0}.mail:last-child{padding-bottom:0}
    .ways{margin:0;padding-left:1.1rem}.ways li{margin:.15rem 0}.ways .unwalked{font-weight:600}
    details>summary{cursor:pointer;font-weight:600}details[open]>summary{margin-bottom:.6rem}
    .widget{margin:0 0 .6rem}.consent{border-left:4px solid var(--care);padding-left:.7rem}
    @media print{button,select,input{display:none}}

    """
}
