package import Diagnostics
package import Encodings

/// One dialect as a server speaks it: the only part of a mock that knows a protocol's words.
///
/// The machine decides where a journey goes; a speech decides what a screen may hold and what goes over the wire. A speech is
/// registered once, beside its driver, and knows neither the driver nor other speeches.
package protocol MockSpeech: Sendable {
  /// The dialect's name, as tenants.yaml and scenarios write it, e.g. `journey-flow`.
  var dialect: String { get }
  /// What all tenants of the dialect share, in the language of tenants; its name is what `extends` takes.
  var standard: SourceFile { get }
  /// Whether a tenant may speak it alone; not so of one that begins and ends journeys with the help of another.
  var isWhole: Bool { get }
  /// What its tenants' files may say beside what every tenant's may.
  var keys: SpeechKeys { get }
  /// The names of the messages that the server says itself, whatever the graph says.
  var phrases: [String] { get }

  /// What conditions may name of the answers to a form.
  func answers(to form: FormDefinition) -> [String]
  /// The widgets of a form on which a message can stand.
  func messagePlaces(on form: FormDefinition) -> [String]
  /// Whether the graph has to say what a form does; not so of one that only leaves.
  func needsRules(_ form: FormDefinition) -> Bool
  /// Whether a person submits the form with the widget.
  func submits(_ widget: WidgetDefinition) -> Bool
  /// Whether a widget that does not say `required` may say so.
  func mayRequire(_ widget: WidgetDefinition) -> Bool

  /// The tenant's screens and messages ready to be sent; what is wrong with them is reported to the compiler.
  func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech
  /// Checks what only a whole graph shows.
  func check(_ graph: TenantGraph, _ compiler: inout TenantCompiler)
}

extension MockSpeech {
  package var isWhole: Bool { true }
  package var keys: SpeechKeys { SpeechKeys() }
  package var phrases: [String] { [] }
  package func answers(to form: FormDefinition) -> [String] { form.widgets.map(\.id.value) }
  package func messagePlaces(on form: FormDefinition) -> [String] { form.widgets.map(\.id.value) }
  package func needsRules(_ form: FormDefinition) -> Bool { true }
  package func submits(_ widget: WidgetDefinition) -> Bool { false }
  package func mayRequire(_ widget: WidgetDefinition) -> Bool { false }
  package func check(_ graph: TenantGraph, _ compiler: inout TenantCompiler) {}
}

/// The keys of the tenant language that only one dialect has, by what they stand in.
package struct SpeechKeys: Sendable, Hashable {
  package var client: [String] = []
  package var screen: [String] = []
  package var message: [String] = []

  package init(client: [String] = [], screen: [String] = [], message: [String] = []) {
    self.client = client
    self.screen = screen
    self.message = message
  }

  /// The keys of all of these.
  init(of speeches: [any MockSpeech]) {
    for keys in speeches.map(\.keys) {
      client += keys.client.filter { !client.contains($0) }
      screen += keys.screen.filter { !screen.contains($0) }
      message += keys.message.filter { !message.contains($0) }
    }
  }
}

/// What a speech makes of a tenant's definition.
package struct CompiledSpeech: Sendable {
  /// What the machine knows of the screens, in the order of the definition.
  package var screens: [ScreenRule]
  /// How the tenant talks before anybody talked to it; every world has a copy of its own.
  package var dialogue: any MockDialogue

  package init(screens: [ScreenRule], dialogue: any MockDialogue) {
    self.screens = screens
    self.dialogue = dialogue
  }
}

/// One tenant's side of what is said in one speech: its screens as they are sent, and what it keeps of journeys beside what the
/// machine keeps.
package protocol MockDialogue: Sendable {
  /// Whether requests to a path are its own; asked where a tenant speaks several dialects.
  func takes(_ path: String) -> Bool
  /// The response to any request of a client.
  mutating func respond(to request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage
  /// The id of the session that a request is about, as far as no bearer token says so.
  func session(of request: HTTPRequestMessage) -> String?
  /// The address in a message that begins a journey in a state; the challenge is good once.
  func link(to state: Int, challenge: String, of session: Session, in world: WorldState) -> String
  /// The address at which a browser begins a journey of a client, to try the tenant out; `nil` in a dialect without one.
  func beginning(for client: Int, in world: WorldState) -> String?
  /// The response that leads a browser to the page of a journey; `nil` in a dialect without pages.
  func page(of session: Session, in world: WorldState) -> HTTPResponseMessage?
  /// The address at which a browser ends a journey that is done or refused; `nil` in a dialect without one.
  func end(of session: Session, in world: WorldState) -> String?
  /// The address at which the app of a journey takes it back from a web page; `nil` in a dialect without one.
  func comeback(of session: Session, in world: WorldState) -> String?
  /// What scenarios may name of a screen, by its place.
  func outline(ofScreen place: Int) -> [ScreenOutline.FormOutline]
  /// Screens that clients make of how journeys end, though the tenant's file has none.
  func ends(of graph: TenantGraph) -> [ScreenOutline]
}

extension MockDialogue {
  package func takes(_ path: String) -> Bool { true }
  package func session(of request: HTTPRequestMessage) -> String? { nil }
  package func beginning(for client: Int, in world: WorldState) -> String? { nil }
  package func page(of session: Session, in world: WorldState) -> HTTPResponseMessage? { nil }
  package func end(of session: Session, in world: WorldState) -> String? { nil }
  package func comeback(of session: Session, in world: WorldState) -> String? { nil }
  package func ends(of graph: TenantGraph) -> [ScreenOutline] { [] }
}
