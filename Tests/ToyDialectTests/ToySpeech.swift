import Diagnostics
import Encodings
import JourneyMock
import JourneyModel

/// A dialect that no server speaks, as a mock speaks it: every message is a form of URL-encoded items.
struct ToySpeech: MockSpeech {
  /// Also the first part of its paths.
  var dialect = "toy"
  let standard = SourceFile(name: "toy/standard", text: "tenant: standard\n")
  let keys = SpeechKeys(screen: ["title"])

  func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech {
    var rules: [ScreenRule] = []
    for screen in compiler.definition.screens {
      var forms: [ScreenForm] = []
      for form in screen.forms {
        forms.append(
          ScreenForm(id: form.id.value, condition: compiler.condition(form.condition), messagePlaces: form.widgets.map(\.id.value)))
      }
      rules.append(ScreenRule(id: screen.id.value, forms: forms))
    }
    return CompiledSpeech(screens: rules, dialogue: ToyDialogue(dialect: dialect, screens: compiler.definition.screens))
  }
}

/// One tenant's side of the toy dialect.
struct ToyDialogue: MockDialogue {
  let dialect: String
  let screens: [ScreenDefinition]
  /// How many times somebody knocked: what a dialogue keeps is kept in one world.
  var knocks = 0

  func takes(_ path: String) -> Bool { path.hasPrefix("/\(dialect)/") }

  mutating func respond(to request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    let parts = request.url.path.split(separator: "/").map(String.init)
    guard parts.first == dialect, parts.count > 1 else { return .empty(404) }
    let items = RequestParameters(FormURLEncoding.decode(request.body))
    if parts[1] == "start" { return start(items, in: &world) }
    guard parts.count == 3, var session = world.session(parts[1]) else { return .empty(404) }
    defer { world.sessions.keep(session) }
    world.settleTimers(of: &session)
    guard let form = world.tenant.graph.states[session.state].form(parts[2]) else { return .empty(400) }
    let members = FormURLEncoding.decode(request.body).map { JSONValue.Member($0.name, .string($0.value)) }
    let outcome = world.take(form, answer: .object(members), in: &session)
    world.note(outcome)
    return show(session, says: outcome.says, in: world)
  }

  private mutating func start(_ items: RequestParameters, in world: inout WorldState) -> HTTPResponseMessage {
    knocks += 1
    guard let client = world.client(items["app"]) else { return .empty(403) }
    let request = StartRequest(client: client, redirectURI: world.tenant.clientRules[client].redirectURIs[0])
    var session = world.begin(request, browser: world.browser(nil), language: 0)
    let outcome = world.enter(&session)
    world.note(outcome)
    world.sessions.keep(session)
    return show(session, says: outcome.says, in: world)
  }

  private func show(_ session: Session, says: [SaidMessage], in world: WorldState) -> HTTPResponseMessage {
    var items = [QueryItem("session", session.id), QueryItem("knocks", String(knocks))]
    if case .finished = session.status {
      items.append(QueryItem("done", "yes"))
    } else if let place = world.tenant.graph.states[session.state].screen {
      items.append(QueryItem("screen", screens[place].id.value))
      for form in screens[place].forms {
        items.append(QueryItem("form", form.id.value))
        items += form.widgets.map { QueryItem("field", $0.id.value) }
      }
      items += says.map { QueryItem("says", world.text(world.tenant.graph.tables.messages[$0.message].texts[0], in: session)) }
    }
    return .text(FormURLEncoding.encode(items), status: 200)
  }

  func link(to state: Int, challenge: String, of session: Session, in world: WorldState) -> String {
    "\(world.issuer)/toy/link?\(challenge)"
  }

  func outline(ofScreen place: Int) -> [ScreenOutline.FormOutline] {
    screens[place].forms.map { form in
      ScreenOutline.FormOutline(
        id: FormID(form.id.value),
        widgets: form.widgets.map { ScreenOutline.WidgetOutline(id: WidgetID($0.id.value), type: $0.type.value) })
    }
  }
}
