package import Diagnostics
import Encodings
package import JourneyModel

/// A tenant's behaviour with all names looked up: what the machine runs and the explorer walks.
package struct TenantGraph: Sendable {
  package var tables: Tables
  package var states: [GraphState]
  /// The place of the state in which a journey begins.
  package var start: Int
  /// Forms that every state with a screen takes, for the states whose screens do not list them too.
  package var everywhere: [GraphForm]
  /// Inherited states that the tenant's policies leave nothing to lead to.
  package var ruledOut: Set<Int> = []
  /// The facts of a session that requests set, each with any of its words.
  package var given: [FactRule] = []
  /// What conditions ask and nothing brings about, which is reported: a timer that is never started, a counter never counted.
  package var neverTrue: Set<GuardAtom> = []
  /// What the rules can demand; `nil` where no edge works them out.
  var demands: DemandTable?

  /// Everything that is referred to by its place.
  package struct Tables: Sendable {
    package var facts: [FactRule] = []
    package var counters: [CounterRule] = []
    package var timers: [TimerRule] = []
    package var messages: [MessageRule] = []
    package var mails: [MailRule] = []
    /// Names of texts, by scope; an account's begin with `AccountAttribute`.
    package var attributes: [FactScope: [String]] = [:]
    /// The texts of accounts that no output may show.
    package var secrets: Set<String> = []
  }
}

/// A declared fact.
package struct FactRule: Sendable, Hashable {
  /// With its scope.
  package var name: String
  package var slot: Slot
  package var kind: FactDefinition.Kind

  package var words: [String] {
    switch kind {
    case .word(let words), .set(let words): words
    case .flag: []
    }
  }
}

/// A counter and what happens when it is full.
package struct CounterRule: Sendable {
  package var name: String
  package var slot: Slot
  package var limit: Int
  package var effects: [Effect] = []
  package var target: Target = .stay
}

/// A timer and what happens when it is over.
package struct TimerRule: Sendable {
  package var name: String
  package var slot: Slot
  package var lasts: Duration
  /// They touch the timer's own scope only.
  package var effects: [Effect] = []
}

/// Something that a screen says.
package struct MessageRule: Sendable {
  package var name: String
  /// `nil` for the whole screen.
  package var widget: String?
  package var level: String
  /// By language, as the tenant lists them.
  package var texts: [TextTemplate]
}

/// A mail or text message.
package struct MailRule: Sendable {
  package var name: String
  package var channel: InboxMessage.Channel
  package var recipient: AttributeSlot
  /// By language.
  package var subjects: [TextTemplate]
  package var texts: [TextTemplate]
  /// The state that its link leads to.
  package var linkState: Int?
  /// How long its link and its code are good; `nil` for as long as can be.
  package var life: Duration?
}

/// A state: a screen and its forms, or a decision.
package struct GraphState: Sendable {
  package var id: String
  /// The place of its screen; `nil` for a state that decides at once.
  package var screen: Int?
  /// Said whenever it is entered.
  package var says: [Int]
  package var forms: [GraphForm]
  package var decision: GraphForm?

  /// The rules for a form that is posted.
  package func form(_ id: String) -> GraphForm? { forms.first { $0.id == id } }
}

/// The edges of a form, tried in order; the last is always taken.
package struct GraphForm: Sendable {
  package var id: String
  package var finds: [Find]
  package var edges: [GraphEdge]
  /// The answers that its edges keep as texts and that a person may leave out.
  package var optional: Set<[String]> = []
}

/// The account that a form looks up.
package struct Find: Sendable {
  package var attribute: AttributeSlot
  package var source: ValueSource
}

/// One way out of a form.
package struct GraphEdge: Sendable {
  /// `state.form.name`.
  package var id: String
  package var condition: Guard
  package var effects: [Effect]
  package var target: Target
  /// Of an edge that hands over: the state in which the journey goes on once the app comes back from the web page.
  package var comeback: Int?
  /// The place of its name.
  package var range: SourceRange
}

/// Where an edge leads.
package enum Target: Sendable, Hashable {
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
package enum Effect: Sendable, Hashable {
  case setFact(Slot, UInt64)
  case addMember(Slot, bit: UInt64)
  case removeMember(Slot, bit: UInt64)
  /// A set gains the words that are answered, and loses those that are answered with no.
  case takeMembers(AnsweredSet)
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
  /// What the rules demand of the person in the situation is worked out.
  case evaluateRules(DemandPlaces)
}

/// A text that is kept.
package struct Assignment: Sendable, Hashable {
  package var target: AttributeTarget
  package var source: ValueSource
}

/// Where a text is kept.
package enum AttributeTarget: Sendable, Hashable {
  case attribute(AttributeSlot)
  /// A claim of the account.
  case claim(String)
}

/// Where a text comes from.
package enum ValueSource: Sendable, Hashable {
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
package enum AccountAttribute: Int, CaseIterable {
  case email, username, phone, password, totp, sub

  package var name: String { "\(self)" }
  package var slot: AttributeSlot { AttributeSlot(scope: .account, index: rawValue) }

  /// Why a text cannot be that of an account under this name; `nil` for one that can.
  static func problem(with text: String, as name: String) -> String? {
    name == AccountAttribute.totp.name ? Base32.problem(withKey: text) : nil
  }
}
