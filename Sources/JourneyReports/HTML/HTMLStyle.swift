import Encodings

/// How the page looks, and what it may load: nothing but this sheet, known by its digest.
enum HTMLStyle {
  /// The policy that the page carries: no script, no picture, no font, no request, no form.
  static var policy: String {
    let digest = Base64URL.encode(Digests.sha256("\(sheet)")).replacing("-", with: "+").replacing("_", with: "/")
    return "default-src 'none'; style-src 'sha256-\(digest)='; form-action 'none'; base-uri 'none'"
  }

  /// Nothing in it depends on a run.
  static let sheet: StaticString = """

    :root{color-scheme:light dark;--line:#8885;--good:#1a7f37;--bad:#cf222e;--care:#9a6700;--quiet:#6e7781;--card:#8881}
    @media (prefers-color-scheme:dark){:root{--good:#3fb950;--bad:#ff7b72;--care:#d29922;--quiet:#8b949e}}
    *{box-sizing:border-box}
    body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}
    h1{font-size:1.4rem;margin:0}h3{font-size:1rem;margin:1rem 0 .3rem}h4{font-size:.95rem;margin:0 0 .3rem}h5{font-size:.8rem;margin:0 0 .4rem;color:var(--quiet)}
    p{margin:.3rem 0}pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;padding:.4rem .6rem;background:var(--card);border-radius:4px;font-size:.85rem}
    code{font-size:.8rem}.summary{font-weight:600}.quiet,.place,.time,.id{color:var(--quiet)}.notice{color:var(--care)}
    .filter{position:absolute;opacity:0}
    nav{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:.4rem;padding:.6rem 0;background:Canvas}
    nav label{padding:.1rem .7rem;border:1px solid var(--line);border-radius:1rem;cursor:pointer}
    #show-all:checked~nav .all,#show-failed:checked~nav .failed,#show-broken:checked~nav .broken,#show-flaky:checked~nav .flaky,#show-skipped:checked~nav .skipped,#show-passed:checked~nav .passed{background:var(--card);font-weight:600}
    #show-failed:checked~main .case:not(.failed),#show-broken:checked~main .case:not(.broken),#show-flaky:checked~main .case:not(.flaky),#show-skipped:checked~main .case:not(.skipped),#show-passed:checked~main .case:not(.passed){display:none}
    .case{border:1px solid var(--line);border-left:4px solid var(--line);border-radius:4px;margin:.4rem 0;padding:.3rem .7rem}
    .case.passed{border-left-color:var(--good)}.case.failed,.case.broken{border-left-color:var(--bad)}.case.flaky{border-left-color:var(--care)}
    .head{display:flex;flex-wrap:wrap;gap:.2rem .8rem;cursor:pointer}.head .name{font-weight:600;overflow-wrap:anywhere}.head .reason{flex-basis:100%;overflow-wrap:anywhere}
    .verdict{min-width:4.5rem}.passed>.head .verdict{color:var(--good)}.failed>.head .verdict,.broken>.head .verdict{color:var(--bad)}.flaky>.head .verdict{color:var(--care)}
    dl.facts,dl.pair{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.4rem 0;font-size:.85rem}
    dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd.expected{color:var(--good)}dd.actual,p.actual{color:var(--bad)}dd.nearest{color:var(--care)}
    .steps{padding-left:1.4rem}.step{margin:.5rem 0}.step-head{display:flex;flex-wrap:wrap;gap:.2rem .8rem}.step.failed>.step-head b,.step.broken>.step-head b{color:var(--bad)}.step.skipped>.step-head b{color:var(--quiet)}
    .mismatch{border:1px solid var(--bad);border-radius:4px;padding:.5rem .7rem;margin:.4rem 0}
    .exchange{font-size:.85rem;margin:.2rem 0}.exchange summary{cursor:pointer;overflow-wrap:anywhere}
    .screen{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;margin:.5rem 0;max-width:34rem}
    figcaption{font-size:.8rem;color:var(--quiet);border-bottom:1px solid var(--line);margin-bottom:.6rem;padding-bottom:.3rem;overflow-wrap:anywhere}
    .form{border-top:1px dashed var(--line);padding-top:.4rem;margin-top:.6rem}.column{display:flex;flex-direction:column}.row{display:flex;flex-wrap:wrap;gap:.8rem}.row>*{flex:1}
    .widget{margin:.35rem 0;padding:.15rem .3rem;border-radius:4px}.widget.off{outline:2px solid var(--bad)}.widget.unseen{opacity:.55}
    .label{display:block;font-size:.85rem}.field{display:inline-block;min-width:16rem;max-width:100%;min-height:2rem;padding:.25rem .5rem;border:1px solid var(--line);border-radius:4px;overflow-wrap:anywhere}.field i{color:var(--quiet)}.read-only{background:var(--card)}
    .button{display:inline-block;padding:.25rem .9rem;border:1px solid var(--line);border-radius:4px;background:var(--card);font-weight:600;overflow-wrap:anywhere}
    .id{margin-left:.5rem}.choices{list-style:none;margin:0;padding:0}.choices .group{font-size:.8rem;color:var(--quiet)}
    .message{padding:.2rem .6rem;border-left:3px solid var(--quiet);overflow-wrap:anywhere}.message.error{border-color:var(--bad);color:var(--bad)}.message.warning{border-color:var(--care)}.message.success{border-color:var(--good)}
    @media print{nav{display:none}}

    """
}
