internal import Diagnostics
internal import Encodings
public import JourneyModel

/// A tenant that exists in a file: its people, its policies, its screens and the flow between them.
///
/// It never changes: what happens to it happens in a `World`, of which it makes as many as there are attempts.
public struct MockTenant: Sendable {
  /// As scenarios call it.
  public let name: String
  /// Which protocol it speaks, e.g. `journey-flow`.
  public let dialect: String
  /// Its address where a world is not told another, without a slash at the end.
  public let issuer: String
  /// In the order written.
  public let accounts: [Account]
  /// In the order written; at least one.
  public let clients: [Client]
  /// In the order written.
  public let screens: [ScreenOutline]
  /// The states and edges, for coverage, maps and path rules.
  public let flowGraph: FlowGraph

  /// What it was compiled from, everything that it extends included.
  let definition: TenantDefinition
  let speech: MockDialect
  /// The files that it extends.
  let inherited: [SourceFile]
  let flow: Flow
  let people: [AccountState]
  let rules: [ScreenRule]
  let languages: [String]
  let clientRules: [ClientDefinition]
  let lives: TokenLives
  let limits: [RequestLimit]
  let style: AnswerStyle
  let phrases: StandardPhrases
  var key: SigningKey

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
  }
}

extension MockTenant {
  /// Whether it does not say how its tokens are signed, so that whoever makes them chooses.
  package var leavesAlgorithmOpen: Bool { lives.algorithm == nil }

  /// The tenant as others than its own run meet it: it signs as the vendors' tenants do where it does not say how.
  package var served: MockTenant {
    guard leavesAlgorithmOpen else { return self }
    var tenant = self
    tenant.key = SigningKey(.rs256)
    return tenant
  }
}

/// What a screen can hold: its forms and widgets, those with a condition too.
public struct ScreenOutline: Sendable, Hashable {
  public let id: String
  /// In the order sent.
  public let forms: [FormOutline]

  /// One form of a screen.
  public struct FormOutline: Sendable, Hashable {
    public let id: FormID
    /// Other names that a scenario may use for it.
    public var aliases: [FormID] = []
    /// In the order sent.
    public let widgets: [WidgetOutline]
  }

  /// One widget of a form.
  public struct WidgetOutline: Sendable, Hashable {
    public let id: WidgetID
    /// The protocol's word for it, e.g. `input`.
    public let type: String
  }
}

/// What the server itself says, by language.
struct StandardPhrases: Sendable {
  var required: Int?
  var invalid: Int?
  var strayForm: Int?
  var badBody: Int?

  /// The messages that the server says itself, whatever the flow says.
  static let names = ["required", "invalid", "stray_form", "bad_body"]
}
