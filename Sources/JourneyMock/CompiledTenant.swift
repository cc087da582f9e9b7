import Diagnostics
package import TenantDecisions

/// A tenant's definition as its worlds use it, whatever dialect it speaks: with all names looked up, and with a key.
package struct CompiledTenant: Sendable {
  /// As scenarios call it.
  package let name: String
  /// The states and edges.
  package let graph: TenantGraph
  let people: [AccountState]
  /// What the machine knows of the screens, by their places.
  package let rules: [ScreenRule]
  /// The first is used if a client requests none of them.
  package let languages: [String]
  /// In the order written.
  package let clientRules: [ClientDefinition]
  /// How long what it hands out lives.
  package let lives: TokenLives
  /// What is decided above the flow; `nil` for a tenant without rules.
  package internal(set) var ruleSet: TenantRules?
  /// The situation in which people are, as rules know it; the defaults of the facts where it sets none.
  var situation = FactValues()
  let limits: [RequestLimit]
  let style: AnswerStyle
  let weaknesses: Set<Weakness>
  /// The weaknesses that it can have, in the dialects that it speaks.
  var possibleWeaknesses: Set<Weakness> = Weakness.ofEveryTenant
  /// Whether it can go wrong as a gateway does.
  var slips = false
  /// The path of the box by which a person asks to stay signed in; `nil` where there is none.
  var stayBox: String?
  /// Whether a journey that the link of a message begins may end with tokens.
  var linksSignIn = true
  /// Whether a journey of an app that is handed over goes on on the tenant's own pages.
  var goesOnInPages = false
  /// The key that signs its tokens.
  package internal(set) var key: SigningKey

  init(_ definition: TenantDefinition, graph: TenantGraph, people: [AccountState], screens: [ScreenRule]) {
    name = definition.name.value
    self.graph = graph
    self.people = people
    rules = screens
    languages = definition.languageNames
    clientRules = definition.clients
    lives = definition.tokens ?? TokenLives()
    limits = definition.limits
    style = definition.answers ?? AnswerStyle()
    weaknesses = definition.weaknesses
    key = SigningKey(lives.algorithm ?? .es256)
  }
}
