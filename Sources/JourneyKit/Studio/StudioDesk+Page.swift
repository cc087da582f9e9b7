import Encodings
import JourneyModel
import JourneyRecording
import JourneyReports
import JourneyRunner
import ScreenPages

// The page, as a function of what is on the desk.
extension StudioDesk {
  /// The whole page, with nothing secret in it.
  func page() -> HTTPResponseMessage {
    let forms = StudioForms(revision: revision)
    var main = MarkupElement("main")
    main.add(MarkupElement("div", class: "walked", [walkedCard(forms), waysCard(forms)].compactMap(\.self)))
    main.add(MarkupElement("div", children: [screenCard(forms), beginCard(forms)].compactMap(\.self)))
    main.add(MarkupElement("div", children: [inboxCard(forms), writtenCard(forms), saveCard(forms)].compactMap(\.self)))
    let redactor = redactor
    var screen: Screen?
    if case .screen(let shown)? = session?.walk.shown { screen = shown }
    return StudioFrame(
      title: (screen.map { "\($0.id.text) | " } ?? "") + "journey studio", screen: screen,
      parts: [header(forms), saidCard, main].compactMap(\.self)
    ).response { redactor.redacted($0) }
  }

  // MARK: Cards

  private func header(_ forms: StudioForms) -> MarkupElement {
    var header = MarkupElement("header", children: [MarkupElement("h1", text: "journey studio")])
    header.add(MarkupElement("p", class: session?.site.isLive ?? false ? "live" : "who", text: greeting))
    guard let now, let session else { return header }
    let time = DateText.rfc3339(millisecondsSinceEpoch: now.milliseconds).prefix(19).replacing("T", with: " ")
    var clock = MarkupElement("div", class: "clock", [MarkupElement("p", text: "Clock \(time)")])
    if !session.site.isLive, !session.isOver {
      for time in StudioAction.times { clock.add(forms.press("+\(time)", "pass:\(time)", heard: "on the tenant's clock")) }
    }
    header.add(clock)
    return header
  }

  /// What was said of the last thing that was done.
  private var saidCard: MarkupElement? {
    guard !noted.all.isEmpty else { return nil }
    var said = MarkupElement("div", class: "card said", noted.all.map { MarkupElement("p", text: $0) })
    said.set("role", "status")
    return said
  }

  private func walkedCard(_ forms: StudioForms) -> MarkupElement {
    guard let session else { return Self.card("Walked", []) }
    var list = MarkupElement("ol", class: "steps")
    let starts = session.history.map(\.steps.count)
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : session.recording.steps.count
      let titles = session.recording.steps[min(start, end)..<end].map(\.title)
      let title = titles.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ", ")
      var item = MarkupElement("li", children: [MarkupElement("span", text: title)])
      if !session.site.isLive { item.add(forms.press("↶", "back:\(number)", "bare", heard: "Go back to before '\(title)'")) }
      list.add(item)
    }
    var here = MarkupElement("li", class: "now", text: session.walk.shown?.title ?? "nothing is shown")
    here.set("aria-current", "step")
    list.add(here)
    var bar: [MarkupElement] = []
    if !session.site.isLive, !session.history.isEmpty {
      bar = [forms.press("Undo", "undo"), forms.press("Walk again", "again", heard: "with another seed")]
    }
    if !session.isOver, !session.recording.steps.isEmpty, case .screen? = session.walk.shown {
      bar.append(forms.press("Stop here", "stop"))
    }
    return Self.card("Walked", [list, MarkupElement("div", class: "bar", bar)])
  }

  /// The ways out of the screen that is shown, and who walks them.
  private func waysCard(_ forms: StudioForms) -> MarkupElement? {
    guard let session, !session.isOver, session.site.mock != nil, case .screen(let screen)? = session.walk.shown else { return nil }
    guard let ways, ways.tenant == session.site.name else {
      return Self.card("From here", [forms.press("Which ways are not walked?", "ways")])
    }
    var list = MarkupElement("ul", class: "ways")
    for way in ways.ways(from: screen.id) {
      let who = way.count == 0 ? "not walked" : way.count == 1 ? "1 scenario" : "\(way.count) scenarios"
      var item = MarkupElement("li", class: way.count == 0 ? "unwalked" : "known", text: "\(way.name) → \(way.target) ")
      item.add(MarkupElement("span", class: "quiet", text: who))
      list.add(item)
    }
    guard !list.children.isEmpty else { return Self.card("From here", [MarkupElement("p", class: "quiet", text: "The map has no ways.")]) }
    return Self.card("From here", [list])
  }

  private func inboxCard(_ forms: StudioForms) -> MarkupElement? {
    guard let session, session.walk.hasInbox || session.site.isLive else { return nil }
    var content = arrivals.map { arrival -> MarkupElement in
      let subject = arrival.message.channel == .mail ? arrival.message.subject : "Text message"
      var mail = MarkupElement("div", class: "mail", [MarkupElement("p", text: "\(subject) · to \(arrival.message.to)")])
      var bar = MarkupElement("div", class: "bar")
      let isWanted = wantedCode == arrival.mark()
      if !arrival.codes.isEmpty {
        bar.add(forms.press("Use its code", "code:\(arrival.message.id)", heard: "of '\(subject)'", isPressed: isWanted))
      }
      if arrival.link != nil { bar.add(forms.press("Open its link", "open:\(arrival.message.id)", heard: "of '\(subject)'")) }
      mail.add(bar)
      return mail
    }
    if content.isEmpty {
      let text = session.walk.hasInbox ? "Nothing new." : "tenants.yaml names no inbox: type the codes that come."
      content = [MarkupElement("p", class: "quiet", text: text)]
    }
    if session.site.isLive, session.walk.hasInbox { content.append(forms.press("Look again", "look")) }
    return Self.card("Inbox", content)
  }

  private func writtenCard(_ forms: StudioForms) -> MarkupElement {
    guard let session else { return Self.card("Written so far", []) }
    let title = title.isEmpty ? proposedTitle(of: session) : title
    do throws(RunFailure) {
      var pre = MarkupElement("pre", text: try session.written(as: title, to: file.isEmpty ? StudioSettings.usualFile : file).text)
      pre.set("tabindex", "0")
      pre.set("role", "region")
      pre.set("aria-label", "The scenario")
      return Self.card("Written so far", [pre])
    } catch { return Self.card("Written so far", [MarkupElement("p", text: error.message)]) }
  }

  private func saveCard(_ forms: StudioForms) -> MarkupElement? {
    guard let session, !session.recording.steps.isEmpty else { return nil }
    var content = [
      StudioForms.field("Title", "title", title.isEmpty ? proposedTitle(of: session) : title),
      StudioForms.field("File", "file", file, hint: StudioSettings.usualFile),
    ]
    if session.site.isLive { content.append(StudioForms.box("walk it again on the live tenant", "live", "yes", id: "live", isOn: false)) }
    content.append(StudioForms.button("Save", "save", "main"))
    let state = saved == session.recording ? "It is written." : "It is added at the end of the file, checked, and walked again."
    content.append(MarkupElement("p", class: "quiet", text: state))
    return Self.card("Save", [forms.form("save", content)])
  }

  private func proposedTitle(of session: RecordingSession) -> String {
    WalkTitle.proposed(for: session.recording, person: session.account, besides: [])
  }

  private func beginCard(_ forms: StudioForms) -> MarkupElement {
    let tenant = session?.site.name ?? beginning.tenant ?? project.defaultTenant ?? ""
    let people = (project.sites[tenant]?.accounts.keys.sorted() ?? []).map { ($0, $0.prefix(1).uppercased() + $0.dropFirst()) }
    let dialect = project.sites[tenant]?.dialect.description
    var content = [
      StudioForms.menu("Tenant", "tenant", project.sites.keys.sorted().map { ($0, $0) }, chosen: tenant),
      StudioForms.menu("Person", "account", [("", "a new user")] + people, chosen: beginning.account ?? ""),
    ]
    if let apps = dialect?.apps, apps.count > 1 {
      let names = apps.map { ($0.name, $0.name) }
      content.append(StudioForms.menu("App", "app", [("", "the default")] + names, chosen: beginning.app ?? ""))
    }
    if dialect?.startKeys.contains(where: { $0.name == "ui_locales" }) ?? false {
      let language = beginning.start.first { $0.hasPrefix("ui_locales=") }?.dropFirst("ui_locales=".count) ?? ""
      content.append(StudioForms.field("Language", "language", String(language), hint: "as the tenant has it, e.g. hu"))
    }
    let keys = beginning.start.filter { !$0.hasPrefix("ui_locales=") }.joined(separator: " ")
    content.append(StudioForms.field("Keys of 'start'", "start", keys, hint: "e.g. prompt=create"))
    content.append(StudioForms.button("Begin", "begin", "main"))
    var details = MarkupElement("details", class: "card", [MarkupElement("summary", text: "Start again"), forms.form("begin", content)])
    if session == nil { details.set("open", "") }
    return details
  }

  /// A part of the page with its heading.
  static func card(_ title: String, _ content: [MarkupElement]) -> MarkupElement {
    var section = MarkupElement("section", class: "card")
    let id = title.asciiLowercased.replacing(" ", with: "-")
    section.set("aria-labelledby", id)
    var heading = MarkupElement("h2", text: title)
    heading.set("id", id)
    section.add(heading)
    for element in content { section.add(element) }
    return section
  }
}

extension Turn.Now {
  /// What is shown, in few words.
  fileprivate var title: String {
    switch self {
    case .screen(let screen): screen.id.text
    case .handover: "a web page"
    case .ended: "the end"
    }
  }
}
