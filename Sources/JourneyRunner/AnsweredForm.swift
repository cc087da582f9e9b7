internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

/// A form that the person answered: where each answer comes from, never what it is.
public struct AnsweredForm: Sendable, Hashable {
  /// The id of the form.
  public var form: String
  /// The id of the button that was pressed; `nil` where the form has one way to be sent.
  public var press: String?
  /// In the order written; a widget is answered at most once.
  public var answers: [Answered]

  /// One answer.
  public struct Answered: Sendable, Hashable {
    /// The id of the widget.
    public var widget: String
    public var from: AnswerSource

    public init(widget: String, from: AnswerSource) {
      self.widget = widget
      self.from = from
    }
  }

  public init(form: String, press: String? = nil, answers: [Answered] = []) {
    self.form = form
    self.press = press
    self.answers = answers
  }
}

/// Where an answer comes from: `account.email`, `secret.NAME`, `mail`, `sms`, `totp`, `made`, or `typed`.
public struct AnswerSource: Sendable, Hashable, RawRepresentable {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let mail = AnswerSource(rawValue: "mail")
  public static let sms = AnswerSource(rawValue: "sms")
  public static let totp = AnswerSource(rawValue: "totp")
  /// Whatever else the scenario says.
  public static let typed = AnswerSource(rawValue: "typed")
  /// Nothing that the scenario says: a comparison of two versions filled it in.
  public static let made = AnswerSource(rawValue: "made")
  /// What the scenario says, with more characters, as a comparison of two versions typed it before.
  public static let longer = AnswerSource(rawValue: "longer")
}

extension AnswerSource {
  /// The source of a written value.
  ///
  /// - Parameter known: the sources of the variables that are bound.
  init(of value: TemplateValue, known: [String: AnswerSource]) {
    guard case .text(let template) = value else {
      self = .typed
      return
    }
    let expressions: [Expression] = template.parts.compactMap { part in
      if case .expression(let expression) = part { expression } else { nil }
    }
    if expressions.contains(where: \.callsTOTP) {
      self = .totp
    } else if template.parts.count == 1, case .reference(let reference)? = expressions.first {
      self = AnswerSource(of: reference, known: known)
    } else {
      // A text around a code is made of that code all the same.
      let sources = expressions.flatMap(\.references).map { AnswerSource(of: $0, known: known) }
      self = sources.first { $0 == .mail || $0 == .sms || $0 == .totp } ?? .typed
    }
  }

  private init(of reference: Reference, known: [String: AnswerSource]) {
    switch reference.name {
    case "account", "secret": self.init(rawValue: reference.spelling)
    default: self = known[reference.name] ?? .typed
    }
  }
}

extension Expression {
  fileprivate var callsTOTP: Bool {
    switch self {
    case .literal, .reference: false
    case .call(let function, let arguments, _): function == .totp || arguments.contains(where: \.callsTOTP)
    }
  }
}
