package import Encodings
package import JourneyModel

/// What a walk asks its performer to do next; exactly one input answers it.
package enum WalkAction: Sendable, Hashable {
  /// Answered by `turned` or `failed`.
  case perform(DriverAction)
  /// Open the web page that the journey left for; answered by `turned` or `failed`.
  case visit(url: Secret)
  /// Leave the web page: the app goes on with what it was led back with, or with nothing where the person closed the page. Answered by
  /// `turned` or `failed`.
  case comeBack(isClosed: Bool)
  /// Answered by `mails` or `failed`.
  case askInbox(InboxQuestion)
  /// Let this time pass on the tenant's clock; answered by `passed` or `failed`.
  case wait(Duration)
  /// Have a code of an authenticator app that was not used yet, by the app's key; answered by `leased` or `failed`.
  case leasePasscode(Secret)
  /// Let this time pass until the leased code may be used, outside of the case's time limit; answered by `passed` or `failed`.
  case awaitPasscode(Duration)
  /// What the person does on their device; answered by `passed` or `failed`.
  case answerPush(accepts: Bool)
  /// Answered by `answered` or `failed`.
  case request(HTTPCall)
  /// Program and arguments, none of them read by a shell; answered by `ran` or `failed`.
  case run([Value])
  /// Answered by `compared` or `failed`.
  case compareSnapshot(SnapshotQuestion)
  /// Nothing: after many decisions without a request, the performer checks whether to stop; answered by `resumed`.
  case pause
  /// The walk is over; its outcome has no duration yet.
  case end(AttemptOutcome)
}

/// Which messages are looked for.
package struct InboxQuestion: Sendable, Hashable {
  package var recipient: String
  package var channel: InboxMessage.Channel
  package var since: Instant
  /// Secrets in the recipient, which must not be sent to every inbox.
  package var secrets: [Secret]

  package init(recipient: String, channel: InboxMessage.Channel, since: Instant, secrets: [Secret] = []) {
    self.recipient = recipient
    self.channel = channel
    self.since = since
    self.secrets = secrets
  }
}

/// An HTTP request of a scenario, everything bound; secrets remain secrets.
package struct HTTPCall: Sendable, Hashable {
  /// What is sent.
  package enum Body: Sendable, Hashable {
    case none
    case json(Value)
    case form([Value.Member])
    /// A text, or a secret text.
    case text(Value)
  }

  package var method: String
  /// A text, or a secret text.
  package var url: Value
  package var headers: [Value.Member]
  package var body: Body

  package init(method: String, url: Value, headers: [Value.Member] = [], body: Body = .none) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A screen that is compared with a stored one.
package struct SnapshotQuestion: Sendable, Hashable {
  /// The stored file's name without its suffix: the name in the step, else the step's id; inside `repeat` with the round.
  package var name: String
  package var screen: Screen
  /// Generated values, such as a new address, which differ between walks.
  package var generated: [String]
  /// Knows what the stored screen must not contain.
  package var secrets: SecretSearch
  package var place: Excerpt

  package init(name: String, screen: Screen, generated: [String] = [], secrets: SecretSearch = SecretSearch(), place: Excerpt) {
    self.name = name
    self.screen = screen
    self.generated = generated
    self.secrets = secrets
    self.place = place
  }

  package static func == (left: SnapshotQuestion, right: SnapshotQuestion) -> Bool {
    left.name == right.name && left.screen == right.screen && left.generated == right.generated && left.place == right.place
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(screen)
  }
}
