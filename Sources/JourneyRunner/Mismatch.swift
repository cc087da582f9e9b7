/// One expectation that a screen, a message, an answer or a token did not meet.
public struct Mismatch: Sendable, Hashable {
  /// What kind of expectation it is; a fixed list, which reports use as a failure's type.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case screen, form, widget, message
    case unexpectedMessage = "unexpected-message"
    case answer, press, refusal, capture, response, branding, snapshot, token, claim, probe, security, mail, check, condition, timeout
    case unexpectedEnd = "unexpected-end"
    case expired
    case binding
    case knownIssuePassed = "known-issue-passed"
    case distinguishable
  }

  public var kind: Kind
  /// What was looked at, e.g. `label of widget 'identifier'`.
  public var subject: Subject
  /// As a sentence's end, e.g. `'Email address'`, `a text that contains 'incorrect'`.
  public var expected: String
  /// What was there, secrets as `***`.
  public var actual: String
  /// The nearest thing to what was meant, e.g. `did you mean 'identifier'?`.
  public var nearest: String?
  /// Further lines that help: a list's difference, the candidates.
  public var details: [String]
  /// The expectation in the scenario; `nil` if there is none, e.g. for an unexpected message.
  public var place: Excerpt?

  public init(
    _ kind: Kind, subject: Subject, expected: String, actual: String, nearest: String? = nil, details: [String] = [],
    place: Excerpt? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.expected = expected
    self.actual = actual
    self.nearest = nearest
    self.details = details
    self.place = place
  }
}
