package import Diagnostics
import Encodings
public import JourneyModel

/// A tenant that exists in a file: its people, its policies, its screens and the graph of its states.
///
/// It never changes: what happens to it happens in a `World`, of which it makes as many as there are attempts.
public struct MockTenant: Sendable {
  /// As scenarios call it.
  public var name: String { compiled.name }
  /// Which protocol it speaks.
  public let dialect: String
  /// Every protocol that apps speak with it over the same people and journeys; the first is that of `dialect`.
  public var dialects: [String] { ([speech] + besides).map(\.walkedIn) }
  /// The path at which a browser finds its pages; `nil` for a tenant without pages.
  public var pagesPath: String? { ([speech] + besides).lazy.compactMap(\.pagesPath).first }
  /// Its address if a world has no other, without a slash at the end.
  public let issuer: String
  /// In the order written.
  public let accounts: [Account]
  /// In the order written; at least one.
  public let clients: [Client]
  /// In the order written, as its first dialect has them.
  public let screens: [ScreenOutline]
  /// The same in the other dialects that it speaks, by their names.
  var otherScreens: [String: [ScreenOutline]] = [:]
  /// The states and edges, for coverage, maps and path rules.
  public let flowGraph: FlowGraph

  /// What it was compiled from, everything that it extends included.
  package let definition: TenantDefinition
  /// The dialect that it speaks.
  package let speech: any MockSpeech
  /// Those that it speaks over the same graph.
  package internal(set) var besides: [any MockSpeech] = []
  /// How it talks in each dialect before anybody talked to it.
  var dialogues: [any MockDialogue]
  /// The files that it extends.
  package let inherited: [SourceFile]
  /// What its worlds know of it.
  var compiled: CompiledTenant

  /// A person of the tenant.
  public struct Account: Sendable, Hashable {
    public let name: String
    /// A map of what `${account.…}` may name; passwords and secrets of authenticator apps are secrets.
    public let value: Value
  }

  /// An app that may ask for a journey.
  public struct Client: Sendable, Hashable {
    public let id: String
    public let redirectURIs: [String]
    public let scopes: [String]
    /// Where links of messages open the app; `nil` for an app that takes none.
    public let entryURL: String?
    /// What it proves itself by; `nil` for a public client.
    public let secret: Secret?

    init(_ definition: ClientDefinition) {
      id = definition.id
      redirectURIs = definition.redirectURIs
      scopes = definition.scopes
      entryURL = definition.entryURL
      secret = definition.secret.map { Secret($0, name: "client.secret", source: .project) }
    }
  }
}

extension MockTenant {
  /// The states and edges, with all names looked up.
  package var graph: TenantGraph { compiled.graph }
  /// Whether a journey that the link of a message begins may end with tokens.
  package var linksSignIn: Bool { compiled.linksSignIn }
  /// Whether a journey of an app that is handed over goes on on the tenant's own pages.
  package var goesOnInPages: Bool { compiled.goesOnInPages }

  /// The tenant as it speaks one more dialect, over the same graph and in the same worlds; `nil` if its screens cannot be sent in it.
  package func speaking(_ other: any MockSpeech, diagnostics: inout [Diagnostic]) -> MockTenant? {
    var compiler = TenantCompiler(definition, speech: other, inherited: inherited)
    let compiled = other.compileTenant(with: &compiler).speech
    diagnostics += compiler.diagnostics
    guard !compiler.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    var tenant = self
    tenant.dialogues.append(compiled.dialogue)
    tenant.besides.append(other)
    tenant.otherScreens[other.dialect] = Self.outlines(of: tenant.compiled, compiled.dialogue)
    return tenant
  }

  /// What scenarios of a dialect may name of its screens.
  package func screens(in dialect: String) -> [ScreenOutline] { otherScreens[dialect] ?? screens }

  /// The path below which the whole tenant is, where its issuer is this one; empty for none.
  package func sitePath(ofIssuer issuer: String) -> String { speech.sitePath(ofIssuer: WorldPrefix.path(of: issuer)) }

  static func outlines(of tenant: CompiledTenant, _ dialogue: any MockDialogue) -> [ScreenOutline] {
    tenant.rules.enumerated().map { ScreenOutline(id: $1.id, forms: dialogue.outline(ofScreen: $0)) } + dialogue.ends(of: tenant.graph)
  }

  /// The files that it is made of.
  package var files: Set<SourceFile> { Set(inherited + [definition.name.range.file] + definition.screens.map(\.id.range.file)) }

  /// Whether it does not set how its tokens are signed, so that the caller chooses.
  package var leavesAlgorithmOpen: Bool { compiled.lives.algorithm == nil }

  /// The tenant as others than its own run meet it: it signs as the vendors' tenants do where it does not say how.
  package var served: MockTenant {
    guard leavesAlgorithmOpen else { return self }
    var tenant = self
    tenant.compiled.key = SigningKey(.rs256)
    return tenant
  }
}
