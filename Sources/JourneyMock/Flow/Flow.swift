import Diagnostics
import Encodings
import JourneyModel

/// A tenant's behaviour with all names looked up: what the machine runs and the explorer walks.
struct Flow: Sendable {
  var tables: Tables
  var states: [FlowState]
  /// The place of the state in which a journey begins.
  var start: Int
  /// Forms that every state with a screen takes, for the states whose screens do not list them too.
  var everywhere: [FlowForm]
  /// Inherited states that the tenant's policies leave nothing to lead to.
  var ruledOut: Set<Int> = []
  /// What conditions ask and nothing brings about, which is reported: a timer that is never started, a counter never counted.
  var neverTrue: Set<GuardAtom> = []

  /// Everything that is referred to by its place.
  struct Tables: Sendable {
    var facts: [FactRule] = []
    var counters: [CounterRule] = []
    var timers: [TimerRule] = []
    var messages: [MessageRule] = []
    var mails: [MailRule] = []
    /// Names of texts, by scope; an account's begin with `AccountAttribute`.
    var attributes: [FactScope: [String]] = [:]
    /// The texts of accounts that no output may show.
    var secrets: Set<String> = []
  }
}

/// A declared fact.
struct FactRule: Sendable, Hashable {
  /// With its scope.
  var name: String
  var slot: Slot
  var kind: FactDefinition.Kind

  var words: [String] {
    switch kind {
    case .word(let words), .set(let words): words
    case .flag: []
    }
  }
}

/// A counter and what happens when it is full.
struct CounterRule: Sendable {
  var name: String
  var slot: Slot
  var limit: Int
  var effects: [Effect] = []
  var target: Target = .stay
}

/// A timer and what happens when it is over.
struct TimerRule: Sendable {
  var name: String
  var slot: Slot
  var lasts: Duration
  /// They touch the timer's own scope only.
  var effects: [Effect] = []
}

/// Something that a screen says.
struct MessageRule: Sendable {
  var name: String
  /// `nil` for the whole screen.
  var widget: String?
  var level: String
  /// The name that stays when the text is translated.
  var key: String?
  /// The status of an answer that says it; `nil` for the dialect's usual one.
  var status: Int?
  /// By language, as the tenant lists them.
  var texts: [TextTemplate]
  /// What it offers to press, as members of the body's message; of dialects whose messages have them.
  var offers: [JSONValue.Member] = []
}

/// A mail or text message.
struct MailRule: Sendable {
  var name: String
  var channel: InboxMessage.Channel
  var recipient: AttributeSlot
  /// By language.
  var subjects: [TextTemplate]
  var texts: [TextTemplate]
  /// The state that its link leads to.
  var linkState: Int?
  /// How long its link and its code are good; `nil` for as long as can be.
  var life: Duration?
}

/// A state: a screen and its forms, or a decision.
struct FlowState: Sendable {
  var id: String
  /// The place of its screen; `nil` for a state that decides at once.
  var screen: Int?
  /// Said whenever it is entered.
  var says: [Int]
  var forms: [FlowForm]
  var decision: FlowForm?

  /// The rules for a form that is posted.
  func form(_ id: String) -> FlowForm? { forms.first { $0.id == id } }
}

/// The edges of a form, tried in order; the last is always taken.
struct FlowForm: Sendable {
  var id: String
  var finds: [Find]
  var edges: [FlowEdge]
}

/// Whom a form looks for.
struct Find: Sendable {
  var attribute: AttributeSlot
  var source: ValueSource
}

/// One way out of a form.
struct FlowEdge: Sendable {
  /// `state.form.name`.
  var id: String
  var condition: Guard
  var effects: [Effect]
  var target: Target
  /// Of an edge that hands over: the state in which the journey goes on once the app comes back from the web page.
  var comeback: Int?
  /// Where its name stands.
  var range: SourceRange
}

/// Where an edge leads.
enum Target: Sendable, Hashable {
  /// The same state again.
  case stay
  case state(Int)
  /// The journey is done.
  case finish
  /// It ends in an OAuth error.
  case refuse(String)
  /// It leaves for a web page of this name.
  case handOver(String)
  /// The session is over.
  case expire
}

/// What an edge does.
enum Effect: Sendable, Hashable {
  case setFact(Slot, UInt64)
  case addMember(Slot, bit: UInt64)
  case removeMember(Slot, bit: UInt64)
  case setAttribute(AttributeTarget, ValueSource)
  case startTimer(Int)
  case clearTimer(Int)
  case clearCounter(Int)
  case count(Int)
  case send(Int)
  /// A new account with these texts; it is the journey's from then on.
  case create([Assignment])
  case forgetAccount
  /// Everything that the journey knows.
  case forgetSession
  case say(Int)
}

/// A text that is kept.
struct Assignment: Sendable, Hashable {
  var target: AttributeTarget
  var source: ValueSource
}

/// Where a text is kept.
enum AttributeTarget: Sendable, Hashable {
  case attribute(AttributeSlot)
  /// A claim of the account.
  case claim(String)
}

/// Where a text comes from.
enum ValueSource: Sendable, Hashable {
  case literal(String)
  case answer([String])
  case attribute(AttributeSlot)
  /// A fresh secret for an authenticator app.
  case newTOTP
  /// Two digits, for a number that a person compares or taps.
  case newNumber
  /// Nothing: the text is removed.
  case nothing
}

/// The texts that every account may have.
enum AccountAttribute: Int, CaseIterable {
  case email, username, phone, password, totp, sub

  var name: String { "\(self)" }
  var slot: AttributeSlot { AttributeSlot(scope: .account, index: rawValue) }
}
