import Encodings
import JourneyClient
import JourneyModel

/// A page as the browser holds it: what a person sees of it, and what its forms are held to.
struct LoadedPage: Sendable {
  let url: WebURL
  let html: HTMLPage
  private(set) var reading: PageReading
  /// Of the response, as a rule may name it.
  let status: Int
  /// Where its forms may lead.
  let formAction: FormActionPolicy
  /// Which of its scripts a browser runs.
  let scriptPolicy: ScriptPolicy
  /// What the tenant's rules lack on it, by the name that they give; empty if one of them names it.
  let unmetRules: [String: String]
  /// What the page or its header `Refresh` asks for; the header comes first.
  let refresh: MetaRefresh?

  init(_ response: HTTPResponseMessage, to request: PageRequest, rules: PageRules) throws(PageError) {
    url = request.url
    status = response.status
    html = try HTMLPage(response.body, contentType: response.headers["content-type"], url: request.url)
    refresh = response.headers["refresh"].flatMap { [html] in MetaRefresh($0, base: html.url) } ?? html.metaRefresh
    let arrival = PageArrival(method: request.method, status: response.status)
    reading = PageReader(rules: rules).read(html, arrival)
    unmetRules = rules.unmet(by: html, arrival, on: reading.screen)
    let policies = response.headers.values(of: "content-security-policy") + html.contentSecurityPolicies
    formAction = FormActionPolicy(policies, of: request.url)
    scriptPolicy = ScriptPolicy(policies)
  }

  var screen: Screen { reading.screen }

  /// The same without some of its messages.
  func without(messages isLeftOut: (Message) -> Bool) -> LoadedPage {
    var page = self
    page.reading = reading.removing(isLeftOut)
    return page
  }

  /// The page with the texts of its `alert`s, which a person has to accept before anything else.
  func saying(_ alerts: [String]) -> LoadedPage {
    var page = self
    page.reading = reading.adding(alerts.map { Message(level: .warning, text: RichText($0)) })
    return page
  }

  /// Whether it has a field for a password.
  var asksForPassword: Bool {
    screen.forms.contains { form in
      form.widgets.contains { widget in
        if case .entry(let entry) = widget.kind { entry.purpose == .password } else { false }
      }
    }
  }

  /// The script that draws the page, where there is nothing on it to read or press; `nil` for a page that needs none.
  var onlyScript: String? { html.onlyScript(of: screen) }

  /// The same where any text is enough to read, as after a logout.
  var onlyScriptWithoutText: String? { html.onlyScript(of: screen, shortest: 1) }
}

extension HTMLPage {
  /// The script that draws a page, where its screen has nothing to read or press; `nil` for a page that needs none.
  ///
  /// - Parameter shortest: how many bytes of text are enough to read.
  func onlyScript(of screen: Screen, shortest: Int = Self.shortestText) -> String? {
    let text = visibleText
    guard screen.forms.isEmpty, text.utf8.count < shortest || screen.messages.holdOnly(text) else { return nil }
    // A message may be all that there is to say, unless it says that more comes.
    guard screen.messages.allSatisfy({ $0.text.visible.saysThatMoreComes }) || text.saysThatMoreComes else { return nil }
    guard let script = scripts.first(where: \.isCode) else { return nil }
    return script.source.map { "the script '\($0.withoutQuery.concealed())'" }
      ?? "the script that begins '\(ScriptExcerpt.text(of: script.text))'"
  }

  /// Bytes; less is a word for the time until the script has drawn the page.
  package static let shortestText = 40

  /// What a person reads of it.
  var visibleText: String {
    tree.elements(named: ["body"]).first.map { tree.visibleText(of: $0) } ?? ""
  }
}

extension [Message] {
  /// Whether a page contains only these.
  fileprivate func holdOnly(_ text: String) -> Bool {
    !isEmpty && reduce(into: text) { $0.replace($1.text.visible, with: "") }.allSatisfy(\.isWhitespace)
  }
}

extension String {
  /// Whether it asks for patience: nothing on the page is what a person waits for.
  fileprivate var saysThatMoreComes: Bool {
    let text = asciiLowercased
    return hasSuffix("...") || hasSuffix("…") || text.hasPrefix("loading") || text.hasPrefix("please wait")
  }
}
