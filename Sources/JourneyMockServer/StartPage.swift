import Encodings
import JourneyMock
import JourneyModel
import ScreenPages

/// The page for a person who looks at a mock: its apps, its people and their passwords, its inbox and clock, and where journeys begin.
struct StartPage {
  /// Where it is, among the control routes, as it shows what they show.
  static let path = "/__journey/"

  let tenant: MockTenant
  /// Without a slash at the end.
  let issuer: String
  let world: WorldOverview

  var response: HTTPResponseMessage {
    HTTPResponseMessage(
      status: 200,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
        "Content-Security-Policy":
          "default-src 'none'; style-src \(PageStyle.source); base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ], body: document)
  }

  private var document: [UInt8] {
    var html = HTMLWriter()
    html.doctype()
    var root = MarkupElement("html")
    root.set("lang", "en")
    html.begin(root)
    html.begin(MarkupElement("head"))
    for meta in Self.metas { html.write(meta) }
    html.write(MarkupElement("title", text: "\(tenant.name), a mock tenant"))
    html.style(bytes: PageStyle.sheet)
    html.end()
    html.begin(MarkupElement("body"))
    html.write(MarkupElement("header", text: "journey mock"))
    html.begin(MarkupElement("main"))
    html.write(MarkupElement("h1", text: "\(tenant.name), a mock tenant"))
    for section in [address, clients, inbox, clock, people] { html.write(section) }
    html.end()
    html.end()
    html.end()
    return html.take()
  }

  private static let metas: [MarkupElement] = {
    var charset = MarkupElement("meta")
    charset.set("charset", "utf-8")
    var viewport = MarkupElement("meta")
    viewport.set("name", "viewport")
    viewport.set("content", "width=device-width, initial-scale=1")
    return [charset, viewport]
  }()

  // MARK: Sections

  private var address: MarkupElement {
    var rows = [("Issuer", Self.code(issuer)), ("Speaks", Self.text(tenant.dialects.joined(separator: ", ")))]
    if let path = tenant.pagesPath { rows.append(("Pages", Self.link(path, to: path))) }
    rows.append(("Below", Self.contents))
    return Self.section("Address", [Self.list(rows)])
  }

  private static var contents: MarkupElement {
    var contents = MarkupElement("nav")
    contents.set("aria-label", "Sections of this page")
    for name in ["Apps", "Inbox", "Clock", "People"] {
      contents.add(link(name, to: "#\(name.asciiLowercased)"))
      contents.add(text: " ")
    }
    return contents
  }

  private var clients: MarkupElement {
    var parts: [MarkupElement] = []
    for (client, beginning) in zip(tenant.clients, world.beginnings) {
      parts.append(MarkupElement("h3", text: client.id))
      var rows = client.redirectURIs.map { ("Redirect URI", Self.code($0)) }
      rows.append(("Scopes", Self.text(client.scopes.joined(separator: " "))))
      if tenant.pagesPath != nil, let beginning { rows.append(("Journey", Self.link("Sign in to \(client.id)", to: beginning))) }
      parts.append(Self.list(rows))
    }
    if tenant.pagesPath == nil {
      parts.append(MarkupElement("p", text: "This tenant has no web pages: its journeys begin in an app that speaks its protocol."))
    }
    return Self.section("Apps", parts)
  }

  private var people: MarkupElement {
    let parts = world.people.flatMap { person -> [MarkupElement] in
      guard case .map(let members) = person.account.value else { return [] }
      let name = person.account.name.isEmpty ? "registered here" : person.account.name
      let rows = members.filter { $0.name != "sub" } + person.facts
      return [MarkupElement("h3", text: name), Self.list(rows.map { ($0.name, Self.code(Self.shown($0.value))) })]
    }
    return Self.section("People", parts)
  }

  private var inbox: MarkupElement {
    let shown = world.messages.prefix(20)
    var parts = shown.flatMap { message -> [MarkupElement] in
      let subject = message.subject.isEmpty ? "Text message" : message.subject
      let time = DateText.rfc3339(millisecondsSinceEpoch: message.received.milliseconds)
      var rows = [("To", Self.text(message.to)), ("Received", Self.text(time)), ("Text", Self.text(message.text))]
      for link in message.links where link.hasPrefix("http://") || link.hasPrefix("https://") {
        rows.append(("Link", Self.link(link, to: link)))
      }
      return [MarkupElement("h3", text: subject), Self.list(rows)]
    }
    if shown.isEmpty { parts = [MarkupElement("p", text: "Nothing was sent yet.")] }
    if world.messages.count > shown.count {
      parts.append(MarkupElement("p", text: "The newest \(shown.count) of \(world.messages.count)."))
    }
    return Self.section("Inbox", parts)
  }

  private var clock: MarkupElement {
    let now = DateText.rfc3339(millisecondsSinceEpoch: world.now.milliseconds)
    let command = "curl -X POST \(issuer)/__journey/clock -d '{\"advance\": \"15m\"}'"
    return Self.section("Clock", [Self.list([("Time", Self.text(now)), ("Move it", Self.code(command))])])
  }

  // MARK: Parts

  private static func section(_ title: String, _ parts: [MarkupElement]) -> MarkupElement {
    var section = MarkupElement("section")
    let id = title.asciiLowercased
    section.set("aria-labelledby", id)
    var heading = MarkupElement("h2", text: title)
    heading.set("id", id)
    section.add(heading)
    for part in parts { section.add(part) }
    return section
  }

  private static func list(_ rows: [(String, MarkupElement)]) -> MarkupElement {
    var list = MarkupElement("dl")
    for (name, value) in rows {
      list.add(MarkupElement("dt", text: name))
      var detail = MarkupElement("dd")
      detail.add(value)
      list.add(detail)
    }
    return list
  }

  private static func text(_ text: String) -> MarkupElement { MarkupElement("span", text: text) }

  private static func code(_ text: String) -> MarkupElement { MarkupElement("code", text: text) }

  private static func link(_ text: String, to address: String) -> MarkupElement {
    var link = MarkupElement("a", text: text)
    link.set("href", address)
    return link
  }

  /// A person's fact or password as it is: these are the people of a mock's file, made up to be used.
  private static func shown(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .bool(let holds): holds ? "yes" : "no"
    case .number(let text), .text(let text): text
    case .secret(let secret): secret.unsafeText
    case .list(let values): values.map(shown).joined(separator: ", ")
    case .map(let members): members.map { "\($0.name): \(shown($0.value))" }.joined(separator: ", ")
    }
  }
}
