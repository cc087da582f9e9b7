/// What a person answers on one widget.
public enum AnswerValue: Sendable, Hashable {
  case text(String)
  /// A text that reaches no output: a password, a passcode, a value of `${secret.…}`.
  case secret(Secret)
  case bool(Bool)
  case number(String)
  case list([Value])
  /// One choice of a list, selected by facts instead of its value, e.g. `key` and `method`.
  case choice([Value.Member])
  /// What a software authenticator does to make or use a credential.
  case credential(CredentialPrompt.Ceremony, approves: Bool)
  /// Left empty on purpose.
  case nothing
}

/// One widget's answer.
public struct Answer: Sendable, Hashable {
  public var widget: WidgetID
  public var value: AnswerValue

  public init(widget: WidgetID, value: AnswerValue) {
    self.widget = widget
    self.value = value
  }
}

/// A form that is posted, with the answers of the person who filled it in.
public struct Submission: Sendable, Hashable {
  public var form: FormID
  /// In the order written; every widget at most once.
  public var answers: [Answer]
  /// The button that was pressed, where a form has several.
  public var submitter: WidgetID?
  /// Whether the answers go out as written, past what the form asks for, to test the server's own check.
  public var isForced: Bool

  public init(form: FormID, answers: [Answer] = [], submitter: WidgetID? = nil, isForced: Bool = false) {
    self.form = form
    self.answers = answers
    self.submitter = submitter
    self.isForced = isForced
  }
}
