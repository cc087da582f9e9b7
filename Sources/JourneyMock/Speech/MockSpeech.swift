package import Diagnostics
package import Encodings

/// One dialect as a server speaks it: the only part of a mock that knows a protocol's words.
///
/// The machine decides where a journey goes; a speech decides what a screen may hold and what goes over the wire. A speech is
/// registered once, next to its driver, and knows neither the driver nor other speeches.
package protocol MockSpeech: TenantDialect {
  /// What all tenants of the dialect share, in the language of tenants; its name is what `extends` takes.
  var standard: SourceFile { get }
  /// Further ones that `extends` takes; each may extend the first.
  var furtherStandards: [SourceFile] { get }
  /// Whether a tenant may speak it alone; not so of one that begins and ends journeys with the help of another.
  var isWhole: Bool { get }
  /// Whether its tenants may speak another dialect, which is not whole, over the same graph.
  var takesOthers: Bool { get }
  /// The dialect in which apps walk its tenants, where that has another name: two servers may serve pages in their own ways.
  var walkedIn: String { get }
  /// The path at which a person who tries a tenant out begins; `nil` for a dialect without pages.
  var pagesPath: String? { get }
  /// The path below which a tenant's whole site is, of its issuer's: not so of what names one of several authorization servers.
  func sitePath(ofIssuer path: String) -> String
  /// The weaknesses that its requests can have, in addition to those of every tenant.
  var weaknesses: Set<Weakness> { get }
  /// Whether its requests can go wrong in the ways of a gateway.
  var slips: Bool { get }
  /// The id of the box by which a person asks to stay signed in, on whatever form has it; `nil` in a dialect without one.
  var stayBox: String? { get }
  /// Whether a journey that the link of a message begins may end with tokens for an app.
  func linksSignIn(to client: ClientDefinition) -> Bool
  /// Whether a journey of an app that is handed over goes on on the tenant's own pages.
  var goesOnInPages: Bool { get }
  /// What the tokens of its tenants say.
  var tokens: any WorldState.TokenShape { get }

  /// The tenant's screens and messages ready to be sent; what is wrong with them is reported to the compiler.
  func compile(_ compiler: inout TenantCompiler) -> CompiledSpeech
  /// Checks what only a whole graph shows.
  func check(_ graph: TenantGraph, _ compiler: inout TenantCompiler)
}

extension MockSpeech {
  package var isWhole: Bool { true }
  package var furtherStandards: [SourceFile] { [] }
  package var takesOthers: Bool { false }
  package var walkedIn: String { dialect }
  package var pagesPath: String? { nil }
  package var weaknesses: Set<Weakness> { [] }
  package func sitePath(ofIssuer path: String) -> String { path }
  package var slips: Bool { false }
  package var stayBox: String? { nil }
  package func linksSignIn(to client: ClientDefinition) -> Bool { true }
  package var goesOnInPages: Bool { false }
  package var tokens: any WorldState.TokenShape { StandardTokens() }
  package func check(_ graph: TenantGraph, _ compiler: inout TenantCompiler) {}

  /// The graph of the compiler's tenant, and how its screens are sent; whole only where nothing was reported as an error.
  func compileTenant(with compiler: inout TenantCompiler) -> (graph: TenantGraph, speech: CompiledSpeech) {
    compiler.compileStates()
    let compiled = compile(&compiler)
    let graph = compiler.graph()
    // Without a state nothing is shown or used, and there is nowhere to begin.
    guard !graph.states.isEmpty else { return (graph, compiled) }
    check(graph, &compiler)
    return (compiler.pruned(graph, compiled.screens), compiled)
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

/// One tenant's side of what is said in one speech: its screens as they are sent, and what it keeps of journeys in addition to what the
/// machine keeps.
package protocol MockDialogue: Sendable {
  /// Whether requests to a path are its own; asked where a tenant speaks several dialects.
  func takes(_ path: String) -> Bool
  /// The response to any request of a client.
  mutating func respond(to request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage
  /// The id of the session that a request is about, as far as no bearer token says so.
  func session(of request: HTTPRequestMessage, in world: WorldState) -> String?
  /// The address in a message that begins a journey in a state; the challenge is good once.
  func link(to state: Int, challenge: String, of session: Session, in world: WorldState) -> String
  /// The address at which a browser begins a journey of a client, to try the tenant out; `nil` in a dialect without one.
  func beginning(for client: Int, in world: WorldState) -> String?
  /// The response that leads a browser to the page of a journey; `nil` in a dialect without pages.
  ///
  /// - Parameters:
  ///   - form: the identity provider's form whose page it is; `nil` for the journey's own screen.
  ///   - handle: the name that the browser gets for the journey.
  func page(of session: Session, at form: String?, handle: String, in world: WorldState) -> HTTPResponseMessage?
  /// The page that says this; `nil` in a dialect without pages.
  func page(saying notice: PageNotice, in world: WorldState) -> HTTPResponseMessage?
  /// The address at which a browser ends a journey that is done or refused; `nil` in a dialect without one.
  func end(of session: Session, in world: WorldState) -> String?
  /// The address at which the app of a journey takes it back from a web page; `nil` in a dialect without one.
  func comeback(of session: Session, in world: WorldState) -> String?
  /// What scenarios may name of a screen, by its place.
  func outline(ofScreen place: Int) -> [ScreenOutline.FormOutline]
  /// Whether a person on a screen, by its place, may start over there by a link that is not a form of the graph.
  func leadsToStart(fromScreen place: Int) -> Bool
  /// The forms that a screen offers, by its place, in addition to those that the tenant's file lists there; in the order sent.
  func formsBeside(screen place: Int, of graph: TenantGraph) -> [BesideForm]
  /// The names by which an app goes on with a journey that a test began; empty in a dialect in which that is not possible.
  mutating func handles(of session: Session, in world: inout WorldState) -> [JSONValue.Member]
  /// How tokens name who issues them, and the `token_type` of a response with them.
  func tokenNames(in world: WorldState) -> (issuer: String, type: String)
  /// The errors of the vendor's servers by which a test may let a request fail, in addition to those of OAuth.
  var failures: [NamedFailure] { get }
  /// Whether journeys may begin in any state; `false` where every request decides that itself.
  var beginsAnywhere: Bool { get }
  /// This dialogue with what another one of the same tenant keeps of journeys: the tenant's policies were changed under them.
  func continuing(_ other: any MockDialogue) -> any MockDialogue
  /// Screens that clients make of how journeys end, though the tenant's file has none.
  func ends(of graph: TenantGraph) -> [ScreenOutline]
}

extension MockDialogue {
  package func takes(_ path: String) -> Bool { true }
  package func session(of request: HTTPRequestMessage, in world: WorldState) -> String? { nil }
  package func beginning(for client: Int, in world: WorldState) -> String? { nil }
  package func page(of session: Session, at form: String?, handle: String, in world: WorldState) -> HTTPResponseMessage? { nil }
  package func page(saying notice: PageNotice, in world: WorldState) -> HTTPResponseMessage? { nil }
  package func end(of session: Session, in world: WorldState) -> String? { nil }
  package func comeback(of session: Session, in world: WorldState) -> String? { nil }
  package mutating func handles(of session: Session, in world: inout WorldState) -> [JSONValue.Member] { [] }
  package func tokenNames(in world: WorldState) -> (issuer: String, type: String) { (world.issuer, "bearer") }
  package var failures: [NamedFailure] { [] }
  package var beginsAnywhere: Bool { true }
  package func continuing(_ other: any MockDialogue) -> any MockDialogue { self }
  package func leadsToStart(fromScreen place: Int) -> Bool { false }
  package func formsBeside(screen place: Int, of graph: TenantGraph) -> [BesideForm] { [] }
  package func ends(of graph: TenantGraph) -> [ScreenOutline] { [] }
}
