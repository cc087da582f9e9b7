internal import Encodings
import JourneyModel

/// Makes a screen of a page: its name, its forms and links, and what it says.
package struct PageReader: Sendable {
  private let rules: PageRules
  /// Links beyond these are left out; a footer may have hundreds.
  private static let mostLinks = 200
  private static let textLimit = 20_000
  private static let scriptLimit = 1_000
  /// Only terms of use, which people do not read to the end, are this long.
  private static let pageLimit = 200_000

  package init(rules: PageRules = PageRules()) { self.rules = rules }

  package func read(_ page: HTMLPage, _ arrival: PageArrival = PageArrival()) -> PageReading {
    var drawing = PageDrawing(page)
    for place in page.forms.indices { drawing.addForm(place) }
    drawing.addLooseForm()
    for place in page.links.indices.filter({ Self.isPressable(page.links[$0], on: page) }).prefix(Self.mostLinks) { drawing.addLink(place) }
    var screen = Screen(id: rules.id(of: page, arrival), forms: drawing.forms)
    screen.messages = PageMessages(page, rules: rules.messages, widgets: drawing.widgets, forms: drawing.formIDs).messages
    screen.facts = Self.facts(of: page)
    for fact in PageTellings.facts(on: page) where !screen.facts.contains(where: { $0.name == fact.name }) { screen.facts.append(fact) }
    if let body = page.tree.elements(named: ["body"]).first {
      screen.pageText = page.tree.visibleLines(of: body, leavingOut: ["select"], limit: Self.pageLimit, framed: Self.framed)
    }
    screen.behaviour = PageBehaviours(of: page, drawnAs: drawing).found
    return PageReading(screen: screen, targets: drawing.targets, notes: Self.notes(on: page, as: screen))
  }

  /// The text of a page that is written into another one; frames in it are not read.
  private static func framed(_ html: String) -> String {
    do {
      let tree = try HTMLParser.tree(utf8: Array(html.utf8), limits: PageLimits())
      let body = tree.elements(named: ["body"]).first
      return body.map { tree.visibleLines(of: $0, leavingOut: ["select", "iframe"], limit: pageLimit) { _ in "" } } ?? ""
    } catch {
      // What cannot be parsed is not shown either.
      return ""
    }
  }

  /// Whether pressing a link does something: it leaves the page, though not for a mail program, or a script may answer to a place on it.
  private static func isPressable(_ link: PageLink, on page: HTMLPage) -> Bool {
    if let address = page.tree.element(link.node)?["href"], PageControl.leadsNowhere(address) { return false }
    if link.isHidden || ["javascript", "mailto", "tel", "sms", "data", "blob", "about"].contains(link.url.scheme) { return false }
    return page.runsScripts || !link.url.isPlace(on: page.url)
  }

  private static func facts(of page: HTMLPage) -> [Fact] {
    let heading = PageHeading(in: page.tree, title: page.title)
    var facts: [Fact] = []
    if !page.title.isEmpty { facts.append(Fact("title", .text(page.title))) }
    if let h1 = heading.h1 { facts.append(Fact("heading", .text(h1))) }
    if let captcha = PageCaptcha.name(on: page) { facts.append(Fact("captcha", .text(captcha))) }
    if let script = script(ofSending: page) { facts.append(.scriptOfSending(script)) }
    let body = page.tree.elements(named: ["main"]).first ?? page.tree.elements(named: ["body"]).first
    if let body {
      facts.append(Fact("text", .text(page.tree.visibleText(of: body, leavingOut: ["select"], limit: textLimit)), isVolatile: true))
    }
    return facts
  }

  /// What the page's first form with a script does before it is sent, as it is written on the form or on a button of it.
  private static func script(ofSending page: HTMLPage) -> String? {
    for form in page.forms {
      if let script = page.tree.element(form.node)?.text("onsubmit") { return String(script.prefix(scriptLimit)) }
      for control in form.controls {
        guard case .submitter = control.kind, let script = page.tree.element(control.node)?.text("onclick") else { continue }
        return String(script.prefix(scriptLimit))
      }
    }
    return nil
  }

  private static func notes(on page: HTMLPage, as screen: Screen) -> [String] {
    var notes: [String] = []
    if !page.isBuilt, let script = page.onlyScript(of: screen) {
      notes.append("nothing to read or press, and \(script) draws it; this needs 'engine: browser'")
    }
    let loose = page.looseForm?.controls ?? []
    let scripted = loose + page.forms.flatMap(\.controls).filter { $0.isScripted || $0.kind == .button && $0.type == "button" }
    if !scripted.isEmpty, !page.isBuilt {
      notes.append("\(counted(scripted.count, "control")) that only a script answers to; this needs 'engine: browser'")
    }
    if !page.frames.isEmpty { notes.append("\(counted(page.frames.count, "frame")), whose pages are not read") }
    return notes
  }

  private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
