import Encodings
import JourneyModel
import JourneyTestSupport
import ModelCoding

@testable import HostedDialect

/// A page of `fixtures/pages`, and what is expected of it as one text.
struct PageFixture: Sendable, CustomStringConvertible {
  /// What pages come with, where it matters; all others are of `https://id.example.test/NAME?from=test`.
  private static let addresses = [
    "base-relative": "https://id.example.test/a/b/c/page", "broken-no-html": "https://id.example.test/",
    "empty": "https://id.example.test/",
    "form-names": "https://id.example.test/signin", "screen-by-table": "https://id.example.test/welcome/il_Zx81kPq-77",
  ]
  private static let types = ["charset-by-header": "text/html; charset=KOI8-R", "charset-bom-wins": "text/html;charset=iso-8859-1"]

  let name: String
  var description: String { name }

  static let all = Result {
    try Fixtures.files(below: "fixtures/pages", suffix: ".html").map {
      PageFixture(name: String($0.dropFirst("fixtures/pages/".count).dropLast(".html".count)))
    }
  }

  var bytes: [UInt8] { get throws { try Fixtures.bytes(of: "fixtures/pages/\(name).html") } }

  var page: HTMLPage {
    get throws {
      let address = Self.addresses[name] ?? "https://id.example.test/\(name)?from=test"
      return try HTMLPage(bytes, contentType: Self.types[name], url: WebURL(address))
    }
  }

  static let rules = Result {
    try PageRules(
      screens: [
        PageRule(id: "wrong-status", path: PathTemplate("/welcome/:token"), status: 410),
        PageRule(
          id: "welcome-expired", path: PathTemplate("/welcome/:token"), h1: "Link expired",
          has: [PageSelector("form[action='/welcome/resend']")]),
      ],
      messages: [
        PageMessageRule(selector: PageSelector(".error-summary, ul.errorlist > li"), level: .error),
        PageMessageRule(selector: PageSelector("main .ok"), level: .success),
      ])
  }

  /// The screen as JSON, then what a person cannot do, what the page is beside its screen, and what each form sends untouched.
  var told: String {
    get throws {
      let page = try page
      let reading = try PageReader(rules: Self.rules.get()).read(page)
      var lines = [JSONWriter.text(of: reading.screen.json, layout: .pretty)]
      lines += reading.notes.map { "note: \($0)" }
      lines += ["charset: \(page.charset.name)", "base: \(page.base)"]
      lines += page.frames.map { "frame: \($0)" } + page.contentSecurityPolicies.map { "policy: \($0)" }
      lines += page.scripts.map { "script: \($0.source?.description ?? $0.text)" }
      if let refresh = page.metaRefresh { lines.append("refresh: \(refresh.seconds) \(refresh.url?.description ?? "itself")") }
      lines.append("rule: \(PageRules.proposed(for: page).told)")
      for form in page.forms { lines += Self.sent(by: form) }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// A line for each button, or one for the return key.
  private static func sent(by form: PageForm) -> [String] {
    let buttons = form.fields.filter(\.first.isSubmitter).map { Optional($0.id) }
    return (buttons.isEmpty ? [nil] : buttons).map { button in
      let head = "sent by \(button?.text ?? "return"): "
      do {
        let sent = try form.submission(pressing: button)
        let body = String(decoding: sent.body, as: UTF8.self).replacing("\r\n", with: "\\r\\n")
        return head + "\(sent.method) \(sent.url)" + (sent.contentType.map { " (\($0)) \(body)" } ?? "")
      } catch {
        return head + "\(error)"
      }
    }
  }
}

extension PageRule {
  /// The rule in one line.
  var told: String {
    [("id", id), ("path", path?.description), ("title", title), ("h1", h1), ("has", has.first?.description)]
      .compactMap { name, value in value.map { "\(name) '\($0)'" } }.joined(separator: ", ")
  }
}
