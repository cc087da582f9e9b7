import Encodings
import JourneyClient
import JourneyKit
import JourneyModel

/// Walks tenants that speak the toy dialect.
struct ToyDriver: JourneyDriver {
  static let description = DialectDescription(name: "toy", startKeys: [], widgetTypes: ["line"], capabilities: [])

  private let site: DriverSite
  private var browser: Browser
  private var session = ""

  init(_ site: DriverSite) {
    self.site = site
    browser = Browser(transport: site.transport, allowed: AllowedOrigins([site.issuer]), now: site.now)
  }

  mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    switch action {
    case .start: return try await turn("start", [Value.Member("app", .text(site.clientID))])
    case .submit(let submission):
      return try await turn("\(session)/\(submission.form)", submission.answers.map { Value.Member($0.widget.text, Self.value($0)) })
    case .finish: return Turn(now: .ended(.finished(Finish(facts: [], checks: [.noCode]))), exchanges: [])
    case .refresh, .open, .resume, .token: throw DriverError(.impossible, "the toy dialect cannot do this")
    }
  }

  private static func value(_ answer: Answer) -> Value {
    switch answer.value {
    case .text(let text), .number(let text): .text(text)
    case .secret(let secret): .secret(secret)
    case .bool(let flag): .text(flag ? "true" : "false")
    case .list, .choice, .credential, .nothing: .text("")
    }
  }

  private mutating func turn(_ path: String, _ answers: [Value.Member]) async throws(DriverError) -> Turn {
    let url: WebURL
    do { url = try WebURL("\(site.issuer)/toy/\(path)") } catch { throw DriverError(.protocol, "no address: \(path)") }
    let response = try await browser.send(BrowserCall("toy \(path)", method: "POST", url: url, body: .form(answers)))
    guard response.status == 200 else { throw browser.failure(.status, "the toy answered \(response.status)") }
    let now = now(FormURLEncoding.decode(response.body))
    let record = browser.takeRecord()
    return Turn(now: now, exchanges: record.exchanges, learned: record.learned)
  }

  private mutating func now(_ items: [QueryItem]) -> Turn.Now {
    var screen = Screen(id: ScreenID(""))
    for item in items {
      switch item.name {
      case "session": session = item.value
      case "screen": screen.id = ScreenID(item.value)
      case "form": screen.forms.append(Form(id: FormID(item.value), label: "Go"))
      case "field":
        let widget = Widget(id: WidgetID(item.value), typeName: "line", kind: .entry(Entry()))
        screen.forms[screen.forms.count - 1].widgets.append(widget)
      case "says": screen.messages.append(Message(level: .error, text: RichText(item.value)))
      case "done": return .ended(.completed)
      default: break
      }
    }
    return .screen(screen)
  }
}
