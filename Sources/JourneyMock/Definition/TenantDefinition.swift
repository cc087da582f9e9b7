import Diagnostics
import LocatedYAML

/// A mock tenant as its file says it: names are not looked up yet, every one knows its place.
struct TenantDefinition: Sendable {
  var name: Located<String>
  /// What it extends, e.g. `journey-flow/standard`.
  var base: Located<String>?
  /// Its address where nothing else is said; `https://<tenant>.test` where the file does not say.
  var issuer: Located<String>?
  /// The first is used where a client asks for none of them.
  var languages: [Located<String>] = []
  var clients: [ClientDefinition] = []
  var answers: AnswerStyle?
  var tokens: TokenLives?
  /// The lives as they are written; empty where nothing is said.
  var tokenKeys: [YAMLMapping.Entry] = []
  var limits: [RequestLimit] = []
  var policy: [PolicyDefinition] = []
  var facts: [FactDefinition] = []
  /// Texts that accounts hold beside the usual ones.
  var attributes: [Located<String>] = []
  /// Texts that accounts hold and that no output may show.
  var secrets: [Located<String>] = []
  var accounts: [AccountDefinition] = []
  var counters: [CounterDefinition] = []
  var timers: [TimerDefinition] = []
  var messages: [MessageDefinition] = []
  var mails: [MailDefinition] = []
  var branding: YAMLMapping?
  var screens: [ScreenDefinition] = []
  var start: Located<String>?
  /// Forms that every state with a screen takes.
  var everywhere: [FormRules] = []
  var states: [StateDefinition] = []
  /// Whether `flow` is written, with states or without.
  var hasFlow = false
  /// What could not be read whole: names that seem to be missing may stand there.
  var damaged: Set<TenantPart> = []
}

/// The keys of a tenant's file.
enum TenantPart: String, Sendable, Hashable, CaseIterable {
  case tenant, extends, issuer, languages, clients, answers, tokens, limits, policy, facts, attributes, secrets, accounts
  case counters, timers
  case messages, mails, sms, branding, screens, start, everywhere, flow

  static let names = allCases.map(\.rawValue)
}

/// An app that may ask for a journey.
struct ClientDefinition: Sendable, Hashable {
  var id: String
  /// Compared whole, text by text.
  var redirectURIs: [String]
  var logoutURIs: [String]
  /// Where links in mails lead; `nil` for an app that takes none.
  var entryURL: String?
  var scopes: [String]
  /// Whether a refresh token comes without `offline_access`.
  var alwaysRefreshes: Bool
  /// Where a person reads what they agree to; `nil` for an app that has none, or of a dialect that does not show them.
  var terms: String?
  var privacy: String?
}

/// How long what the tenant hands out lives.
struct TokenLives: Sendable, Hashable {
  var code: Duration = .seconds(60)
  var access: Duration = .seconds(3600)
  var id: Duration = .seconds(3600)
  var refresh: Duration = .seconds(30 * 86_400)
  /// Of a sign-in that other journeys of the browser share.
  var signOn: Duration = .seconds(8 * 3600)
  /// Of a journey that is not finished.
  var session: Duration?
  /// How tokens are signed; `nil` where the tenant does not say.
  var algorithm: SigningAlgorithm?
}

/// A named value of `policy`, its path joined with dots.
struct PolicyDefinition: Sendable {
  enum Value: Sendable {
    case number(Int)
    case duration(Duration)
    case flag(Bool)
    case guarded(YAMLScalar)
    /// Reported; whoever asks for it gets what suits them.
    case unreadable
  }

  var name: Located<String>
  var value: Value
}

/// Where something lives: with an account, a journey, or a browser in which an account was used.
enum FactScope: String, Sendable, Hashable, CaseIterable {
  case account, session, device
}

/// A finite fact: one word of a list, some words of a list, or a flag.
struct FactDefinition: Sendable {
  enum Kind: Sendable, Hashable {
    case word([String])
    case set([String])
    case flag
  }

  /// With its scope, e.g. `account.status`.
  var name: Located<String>
  var kind: Kind
}

/// A person of the tenant.
struct AccountDefinition: Sendable {
  var name: Located<String>
  /// Texts and facts by name, in the order written.
  var members: [YAMLMapping.Entry]
  var claims: YAMLMapping?
}

/// A counter that ends at its limit.
struct CounterDefinition: Sendable {
  var name: Located<String>
  var scope: FactScope
  /// A number or a policy's name.
  var limit: YAMLScalar
  /// What happens when it is reached.
  var full: EdgeDefinition?
}

/// A span of time that runs once it is started.
struct TimerDefinition: Sendable {
  var name: Located<String>
  var scope: FactScope
  /// A duration or a policy's name.
  var lasts: YAMLScalar
  /// What happens when it is over.
  var over: EdgeDefinition?
}

/// Something that a screen says to the person.
struct MessageDefinition: Sendable {
  var name: Located<String>
  /// A widget's id, or `nil` for the whole screen.
  var widget: Located<String>?
  var level: String
  /// The name that stays when the text is translated, and the status that it comes with; of dialects whose messages have them.
  var key: Located<String>?
  var status: Located<Int>?
  var text: LocalText
  /// What it offers to press: its links, and what it does on the person's device; of dialects whose messages have them.
  var links: YAMLNode?
  var device: YAMLNode?
}

/// A text in one language, or in each of the tenant's.
struct LocalText: Sendable {
  /// By language; one entry without a language stands for all.
  var texts: [(language: Located<String>?, text: YAMLScalar)]
  var range: SourceRange
}

/// A mail or text message that the tenant sends.
struct MailDefinition: Sendable {
  var name: Located<String>
  var isSMS: Bool
  /// An account's or session's text, e.g. `account.email`.
  var recipient: YAMLScalar
  var subject: LocalText?
  var text: LocalText
  /// The state in which a journey begins that was started by `${link}`.
  var link: Located<String>?
  /// How long the link and the code are good: a duration or a policy's name.
  var life: YAMLScalar?
}

/// A state of the flow.
struct StateDefinition: Sendable {
  var id: Located<String>
  /// The screen shown, where it has another id than the state.
  var screen: Located<String>?
  /// Said whenever the state is entered.
  var says: [Located<String>]
  var forms: [FormRules]
  /// Of a state without a screen.
  var decision: FormRules?
}

/// What a form that is posted leads to.
struct FormRules: Sendable {
  var id: Located<String>
  var finds: [FindDefinition]
  var edges: [EdgeDefinition]
}

/// Whom a form looks for.
struct FindDefinition: Sendable {
  /// E.g. `account.email`.
  var attribute: Located<String>
  /// E.g. `answer.identifier`.
  var source: YAMLScalar
}

/// One way out of a form: when it is taken, what it does, where it leads.
struct EdgeDefinition: Sendable {
  var name: Located<String>
  var condition: YAMLScalar?
  /// In the order written.
  var effects: [EffectDefinition]
  var target: Located<String>?
}

/// One thing that an edge does.
enum EffectDefinition: Sendable {
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
  case refuse(Located<String>)
  case handOver(Located<String>)
  case expire
}

/// How the tenant words what the protocol leaves open.
public struct AnswerStyle: Sendable, Hashable {
  /// How the address that a journey begins or ends with is answered.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// As a text where the client sends `sdk`, else as a redirect.
    case client
    case text, redirect
  }

  public var shape: Shape = .client
  /// The status of a screen that says what was wrong: 200 or 400.
  public var refusalStatus = 200
  /// Whether such an answer holds messages and nothing else.
  public var sendsMessagesOnly = false
  /// The status for a form that is not on the screen: 400 or 403.
  public var strayFormStatus = 400

  public init() {}
}
