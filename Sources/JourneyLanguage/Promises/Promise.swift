package import Diagnostics
package import LocatedYAML

/// One rule that a project holds the journeys of its tenants to.
package struct Promise: Sendable, Hashable {
  /// Unique in its file.
  package var id: Located<String>
  /// The rule in a sentence, as reports show it.
  package var says: String
  /// The tenants that it is about; empty for all of the project's.
  package var tenants: [Located<String>]
  package var rule: Rule
  package var who: Subject
  /// A condition under which the promise does not apply; `nil` for none.
  package var unless: YAMLScalar?
  /// The situations in which people can sign in; empty for the ordinary one.
  package var situations: [Located<String>] = []
  package var means = Means.maySetUp
  /// Tenants of which it is known that they break it.
  package var known: [KnownBreach]

  /// That an account never gets tokens, which no file says: the path that breaks it is how the account signs in.
  package static func noTokens(for account: String, at range: SourceRange) -> Promise {
    Promise(
      id: Located("no-tokens", at: range), says: "\(account) gets no tokens", tenants: [],
      rule: .never(Located(.tokens, at: range), after: nil),
      who: .accounts([Located(account, at: range)]), known: [])
  }

  /// What must hold.
  package enum Rule: Sendable, Hashable {
    /// The event does not happen, or not once the other one has happened so often.
    case never(Located<JourneyEvent>, after: CountedEvent?)
    /// The event happens only where one of the others has happened before.
    case only(Located<JourneyEvent>, after: [Located<JourneyEvent>])
    /// A property of the screens named, or of all but those excepted.
    case always(Property, on: [Located<String>], except: [Located<String>])
  }

  /// An event, and how often it has to have happened.
  package struct CountedEvent: Sendable, Hashable {
    package var event: Located<JourneyEvent>
    package var count: Int
  }

  /// The people that it is about.
  package enum Subject: Sendable, Hashable {
    case everybody
    case accounts([Located<String>])
    /// A condition about the account, as a mock's file writes them.
    case condition(YAMLScalar)
  }

  /// What holds always.
  package enum Property: String, Sendable, Hashable, CaseIterable {
    /// From a screen a person can go on or back.
    case wayOn = "a way on"
    /// Labels and messages exist in every language of the tenant.
    case everyLanguage = "every language"
    /// An unknown address looks like a known one.
    case alike
    /// Rules let all people in that they are meant to let in.
    case canSignIn = "can sign in"
  }

  /// With what people are to be able to sign in.
  package enum Means: String, Sendable, Hashable, CaseIterable {
    case have = "what they have"
    case maySetUp = "what they may set up"
  }

  /// A tenant that breaks the promise, and why that is to be so.
  package struct KnownBreach: Sendable, Hashable {
    package var tenant: Located<String>
    package var reason: String
  }

  /// The keys of a file of promises.
  package enum FileKey: String, Sendable, Hashable, CaseIterable {
    case promises

    /// What it means, in one line without a full stop.
    package var summary: String { "the promises by their ids" }
  }

  /// The keys of a promise.
  package enum Key: String, Sendable, Hashable, CaseIterable {
    case says, tenants, who, never, only, after, always, unless, on, except, with
    case situations = "in"
    case brokenOn = "broken_on"

    /// What it means, in one line without a full stop.
    package var summary: String {
      switch self {
      case .says: "the promise in a sentence, as reports show it"
      case .tenants: "the tenants that it is about; all of the project's by default"
      case .who: "the people that it is about: names of accounts in a list, or a condition such as 'account.factors has totp'"
      case .never: "what does not happen"
      case .only: "what happens only after one of the events under 'after'"
      case .after: "what has to happen before: one event, or several in a list; with 'never' also a number, as in '3 wrong codes'"
      case .always: "what holds of screens: 'a way on', 'every language' or 'alike'; of rules: 'can sign in'"
      case .unless: "a condition under which the promise does not apply, such as 'device.trusted'"
      case .on: "the screens that 'always: alike' is about, or the apps of 'always: can sign in'"
      case .except: "screens or texts that 'always' is not about; of 'can sign in' rules with the reasons why they let no one in"
      case .with: "with what people can sign in: 'what they have' or 'what they may set up'"
      case .situations: "the situations in which people can sign in; the ordinary one by default"
      case .brokenOn: "the tenants that are known to break it, with the reasons why"
      }
    }
  }
}
