package import Diagnostics
package import LocatedYAML

/// A mock tenant as its file says it: names are not looked up yet, every one knows its place.
package struct TenantDefinition: Sendable {
  package var name: Located<String>
  /// What it extends, e.g. `journey-flow/standard`.
  package var base: Located<String>?
  /// The dialects that it speaks, where it speaks more than the one that it extends; empty by default.
  package var speaks: [Located<String>] = []
  /// Its address where nothing else is said; `https://<tenant>.test` where the file does not say.
  package var issuer: Located<String>?
  /// The first is used if a client requests none of them.
  package var languages: [Located<String>] = []
  package var clients: [ClientDefinition] = []
  package var answers: AnswerStyle?
  package var tokens: TokenLives?
  /// What is taken whole of the file that says it, as it is written: clients, lives of tokens, limits and the like.
  package var settings: [TenantPart: YAMLNode] = [:]
  package var limits: [RequestLimit] = []
  /// What it does wrong on purpose.
  package var weaknesses: Set<Weakness> = []
  /// Where each of them is written.
  package var weaknessPlaces: [Weakness: SourceRange] = [:]
  package var policy: [PolicyDefinition] = []
  /// Whether nothing is added to its policies of what it extends: `changes` may have removed some.
  var isPolicyWhole = false
  package var facts: [FactDefinition] = []
  /// Texts of accounts in addition to the predefined ones.
  package var attributes: [Located<String>] = []
  /// Texts that accounts hold and that no output may show.
  package var secrets: [Located<String>] = []
  package var accounts: [AccountDefinition] = []
  package var counters: [CounterDefinition] = []
  package var timers: [TimerDefinition] = []
  package var messages: [MessageDefinition] = []
  package var mails: [MailDefinition] = []
  package var branding: YAMLMapping?
  package var screens: [ScreenDefinition] = []
  package var start: Located<String>?
  /// Forms that every state with a screen takes.
  package var everywhere: [FormRules] = []
  package var states: [StateDefinition] = []
  /// What is decided above the flow: who is asked for what.
  package var rules = RulesDefinition()
  /// Whether `flow` is written, with states or without.
  package var hasFlow = false
  /// What it changes of the tenant that it extends, by paths such as `screens.signIn.forms.signIn.password.minLength`.
  package var changes: [YAMLMapping.Entry] = []
  /// What these were found to change.
  package var changedElements: [ChangedElement] = []
  /// Its keys as they are written.
  package var written = WrittenTenant()
  /// What could not be read completely: names that seem to be missing may be there.
  package var damaged: Set<TenantPart> = []
}

extension TenantDefinition {
  /// The lives as they are written; empty by default.
  package var tokenKeys: [YAMLMapping.Entry] {
    guard case .mapping(let keys)? = settings[.tokens] else { return [] }
    return keys.entries
  }
}

/// An app that may ask for a journey.
package struct ClientDefinition: DialectKeyed, Sendable {
  package var id: String
  /// What a confidential client proves itself by; `nil` for a public one.
  package var secret: String?
  /// Compared whole, text by text.
  package var redirectURIs: [String]
  package var logoutURIs: [String]
  /// Where links in mails lead; `nil` for an app that takes none.
  package var entryURL: String?
  package var scopes: [String]
  /// Whether a refresh token comes without `offline_access`.
  package var alwaysRefreshes: Bool
  /// Where the app's server is notified that a person signed out, and what a browser opens then.
  package var backchannelLogoutURI: Located<String>?
  package var frontchannelLogoutURI: String?
  /// Whether a link of a message goes on with the sign-in that sent it, where the same browser opens it.
  package var linksSignIn = false
  /// The list of rules that decides what it asks for.
  package var rules: Located<String>?
  /// Whether administrators change the tenant with it.
  package var isForAdministrators = false
  /// Whether it represents apps that the tenant does not name.
  package var standsForOthers = false
  /// What only some dialect has, in the order written.
  package var own: [YAMLMapping.Entry] = []
}

/// How long what the tenant hands out lives.
package struct TokenLives: Sendable, Hashable {
  package var code: Duration = .seconds(60)
  package var access: Duration = .seconds(3600)
  package var id: Duration = .seconds(3600)
  package var refresh: Duration = .seconds(30 * 86_400)
  /// Of a sign-in that other journeys of the browser share.
  package var signOn: Duration = .seconds(8 * 3600)
  /// Of one that the person asked to keep, which outlives the browser's windows.
  package var keptSignOn: Duration = .seconds(30 * 86_400)
  /// Of a journey that is not finished.
  package var session: Duration?
  /// How tokens are signed; `nil` if the tenant does not say.
  package var algorithm: SigningAlgorithm?
}

/// A named value of `policy`, its path joined with dots.
package struct PolicyDefinition: Sendable {
  package enum Value: Sendable {
    case number(Int)
    case duration(Duration)
    case flag(Bool)
    case guarded(YAMLScalar)
    /// Reported; callers get whatever suits them.
    case unreadable
  }

  package var name: Located<String>
  package var value: Value
}

/// Where something lives: with an account, a journey, or a browser in which an account was used.
package enum FactScope: String, Sendable, Hashable, CaseIterable {
  case account, session, device
}

/// A finite fact: one word of a list, some words of a list, or a flag.
package struct FactDefinition: Sendable {
  /// A set is kept as bits.
  static let mostWords = 64

  package enum Kind: Sendable, Hashable {
    case word([String])
    case set([String])
    case flag
  }

  /// With its scope, e.g. `account.status`.
  package var name: Located<String>
  package var kind: Kind
}

/// A person of the tenant.
package struct AccountDefinition: Sendable {
  package var name: Located<String>
  /// Texts and facts by name, in the order written.
  package var members: [YAMLMapping.Entry]
  package var claims: YAMLMapping?
}

/// A counter that ends at its limit.
package struct CounterDefinition: Sendable {
  package var name: Located<String>
  package var scope: FactScope
  /// A number or a policy's name.
  package var limit: YAMLScalar
  /// What happens when it is reached.
  package var full: EdgeDefinition?
}

/// A span of time that runs once it is started.
package struct TimerDefinition: Sendable {
  package var name: Located<String>
  package var scope: FactScope
  /// A duration or a policy's name.
  package var lasts: YAMLScalar
  /// What happens when it is over.
  package var over: EdgeDefinition?
}

/// Something that a screen says to the person.
package struct MessageDefinition: DialectKeyed, Sendable {
  package var name: Located<String>
  /// A widget's id, or `nil` for the whole screen.
  package var widget: Located<String>?
  package var level: String
  package var text: LocalText
  /// What only some dialect has, in the order written.
  package var own: [YAMLMapping.Entry] = []
}

/// A text in one language, or in each of the tenant's.
package struct LocalText: Sendable {
  /// By language; one entry without a language is for all.
  package var texts: [(language: Located<String>?, text: YAMLScalar)]
  package var range: SourceRange

  package init(texts: [(language: Located<String>?, text: YAMLScalar)], range: SourceRange) {
    self.texts = texts
    self.range = range
  }
}

/// A mail or text message that the tenant sends.
package struct MailDefinition: Sendable {
  package var name: Located<String>
  package var isSMS: Bool
  /// An account's or session's text, e.g. `account.email`.
  package var recipient: YAMLScalar
  package var subject: LocalText?
  package var text: LocalText
  /// The state in which a journey begins that was started by `${link}`.
  package var link: Located<String>?
  /// How long the link and the code are good: a duration or a policy's name.
  package var life: YAMLScalar?
}

/// A state of the graph.
package struct StateDefinition: Sendable {
  package var id: Located<String>
  /// The screen shown, where it has another id than the state.
  package var screen: Located<String>?
  /// Said whenever the state is entered.
  package var says: [Located<String>]
  package var forms: [FormRules]
  /// Of a state without a screen.
  package var decision: FormRules?
}

/// What a form that is posted leads to.
package struct FormRules: Sendable {
  package var id: Located<String>
  package var finds: [FindDefinition]
  package var edges: [EdgeDefinition]
}

/// The account that a form looks up.
package struct FindDefinition: Sendable {
  /// E.g. `account.email`.
  package var attribute: Located<String>
  /// E.g. `answer.identifier`.
  package var source: YAMLScalar
}

/// One way out of a form: when it is taken, what it does, where it leads.
package struct EdgeDefinition: Sendable {
  package var name: Located<String>
  package var condition: YAMLScalar?
  /// In the order written.
  package var effects: [EffectDefinition]
  package var target: Located<String>?
}

/// One thing that an edge does.
package enum EffectDefinition: Sendable {
  case say([Located<String>])
  case set(Located<String>, YAMLScalar)
  case add(Located<String>, YAMLScalar)
  case remove(Located<String>, YAMLScalar)
  case start([Located<String>])
  case clear([Located<String>])
  case count([Located<String>])
  case send([Located<String>])
  case create([(attribute: Located<String>, source: YAMLScalar)])
  case forget(Located<String>)
  /// The rules are worked out; the text is `rules`.
  case evaluate(Located<String>)
  case refuse(Located<String>)
  case handOver(Located<String>)
  case expire
}

/// How the tenant words what the protocol leaves open.
public struct AnswerStyle: Sendable, Hashable {
  /// How the address that a journey begins or ends with is answered.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// As the client's SDK takes it, which it names in `sdk`.
    case client
    case text, redirect
  }

  public var shape: Shape = .client
  /// The status of a screen that says what was wrong: 200 or 400.
  public var refusalStatus = 200
  /// Whether such an answer holds the messages and the address of the hosted page alone, and not the whole screen again.
  public var sendsMessagesOnly = true
  /// The status for a form that is not on the screen: 400 or 403.
  public var strayFormStatus = 400
  /// Whether refusals without a screen (401, 403, 429) say in JSON why; else their bodies are empty.
  public var explainsRefusals = false

  public init() {}
}

/// What `changes` changed, at the place of the path.
package struct ChangedElement: Sendable {
  /// E.g. `screen`.
  package var what: String
  package var name: Located<String>
  /// As it is written, e.g. `screens.signIn.forms.signIn.password.minLength`.
  package var path: String
}
