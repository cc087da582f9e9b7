extension Mismatch {
  /// What was looked at: a widget or a form if possible, so that a report can point at it, else in words.
  ///
  /// Reports take what they need from the cases; nothing reads the sentence back.
  public enum Subject: Sendable, Hashable {
    /// A widget, or an aspect of it, such as its `label`.
    case widget(String, aspect: String? = nil)
    /// A form, or an aspect of it, such as what submits it.
    case form(String, aspect: String? = nil)
    /// What a step answers to a widget.
    case answer(String)
    /// Anything else, e.g. `status of the response`.
    case other(String)

    /// As in the first line of a failure, e.g. `label of widget 'identifier'`.
    public var sentence: String {
      switch self {
      case .widget(let id, let aspect): Self.aspect(aspect, of: "widget '\(id)'")
      case .form(let id, let aspect): Self.aspect(aspect, of: "form '\(id)'")
      case .answer(let widget): "answer to '\(widget)'"
      case .other(let sentence): sentence
      }
    }

    /// A part of it: a path into a list or a map, from the outside to the inside.
    func part(_ path: String) -> Subject {
      switch self {
      case .widget(let id, let aspect): .widget(id, aspect: Self.aspect(path, of: aspect))
      case .form(let id, let aspect): .form(id, aspect: Self.aspect(path, of: aspect))
      case .answer, .other: .other("\(path) of \(sentence)")
      }
    }

    /// The same with its texts changed, e.g. searched for secrets.
    public func map(_ change: (String) -> String) -> Subject {
      switch self {
      case .widget(let id, let aspect): .widget(change(id), aspect: aspect.map(change))
      case .form(let id, let aspect): .form(change(id), aspect: aspect.map(change))
      case .answer(let widget): .answer(change(widget))
      case .other(let sentence): .other(change(sentence))
      }
    }

    private static func aspect(_ aspect: String?, of whole: String?) -> String {
      guard let aspect else { return whole ?? "" }
      return whole.map { "\(aspect) of \($0)" } ?? aspect
    }
  }
}

extension Mismatch.Subject: ExpressibleByStringInterpolation {
  public init(stringLiteral sentence: String) { self = .other(sentence) }
}
