package import Encodings
package import JourneyModel

/// What a person does in a journey of a mock, as the mock understands it, independent of what was sent over the wire.
package struct JourneyAct: Sendable {
  /// The id of the journey's session.
  package var session: String
  package var kind: Kind
  /// The name of its world.
  package var world = "default"
  /// The world's clock as it was then.
  package var clock: MockClock

  package enum Kind: Sendable {
    case began(Beginning)
    case answered(Reply)
    /// The app took the journey back from a web page, or the person came back from another site.
    case cameBack
    /// What the person's device answered to a push.
    case push(isAccepted: Bool)
  }

  package init(_ kind: Kind, in session: String, at clock: MockClock = .running) {
    self.session = session
    self.kind = kind
    self.clock = clock
  }

  /// The same in a world of this name.
  func inWorld(_ name: String) -> JourneyAct {
    var act = self
    act.world = name
    return act
  }

  /// How a journey begins.
  package struct Beginning: Sendable, Hashable {
    /// The id of the app.
    package var client: String
    /// The app's own word for how it wants to be spoken to; `nil` where there is none.
    package var profile: String?
    /// What was asked for, as far as it makes a difference to the tenant, by the names of the keys of `start`.
    package var asked: [Value.Member] = []
    /// The session whose message had the link that began this one; `nil` for an app's own request.
    package var sender: String?
    /// The place of the first dialect in which it is walked.
    package var dialect: Int
  }

  /// A form that was sent.
  package struct Reply: Sendable {
    /// The dialect in which it was sent, by its place among the tenant's.
    package var dialect: Int
    package var screen: String
    package var form: String
    /// Nested as the ids of widgets are.
    package var answer: JSONValue
    /// The texts of it that the mock made or can compute, by their paths.
    package var sources: [[String]: Source]
    /// Codes that the journey had sent by then, which no scenario may show.
    package var codes: [String] = []
    /// The name of the account that it is about then; `nil` if no person is known, or one who is not in the tenant's file.
    package var account: String?
    /// The `sub` of the account that it is about then; `nil` if no person is known.
    package var person: String?
    /// Whether it is about a person who registered.
    package var isOfNewPerson: Bool
    /// Whether the form was sent back with an error.
    package var isRefused: Bool
    /// Whether an answer of it was missing, or not what its field allows.
    package var isInvalid: Bool
    /// Whether the app polled: it asks again and again, without the user, until something happens elsewhere.
    package var isPoll: Bool
    /// Whether another screen, or an end, follows.
    package var leadsOn: Bool
    /// How the journey ends with it; `nil` if it goes on.
    package var end: End?
  }

  /// Where a text comes from.
  package enum Source: Sendable, Hashable {
    /// The code that was sent last, and its place among the codes of its message, from 0.
    case message(InboxMessage.Channel, place: Int)
    /// The code that an authenticator app makes.
    case authenticator
  }

  /// How a journey ends.
  package enum End: Sendable, Hashable {
    case finished
    case refused
    case expired
    /// It is away on a web page, and may come back.
    case away
  }
}
