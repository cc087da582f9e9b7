/// Something that a screen says to the person: on the page, on a form or on a widget.
public struct Message: Sendable, Hashable {
  public var level: MessageLevel
  public var text: RichText
  /// The server's translation key, e.g. `errors.E0000004`; `nil` if it sends none.
  public var key: String?
  public var scope: Scope
  /// What the message offers to press, in the order sent.
  public var links: [MessageLink]
  /// The dialect's own attributes, e.g. the parameters of its text, in the order sent.
  public var extras: [Value.Member]

  /// What a message is about.
  public enum Scope: Sendable, Hashable {
    case page
    case form(FormID)
    case widget(FormID, WidgetID)
  }

  public init(
    level: MessageLevel, text: RichText, key: String? = nil, scope: Scope = .page, links: [MessageLink] = [], extras: [Value.Member] = []
  ) {
    self.level = level
    self.text = text
    self.key = key
    self.scope = scope
    self.links = links
    self.extras = extras
  }
}

/// A link of a message, or a button of it that acts on the person's device; a form of the screen represents it and can be pressed.
public struct MessageLink: Sendable, Hashable {
  /// The form of the same screen that pressing it takes.
  public var form: FormID
  /// Its text; `nil` if the server sends none, so that the message's text is what is pressed.
  public var label: String?
  /// Where it leads; `nil` for a button that leads nowhere.
  public var url: String?
  /// The dialect's own attributes, e.g. what a button does on the device, in the order sent.
  public var extras: [Value.Member]

  public init(form: FormID, label: String? = nil, url: String? = nil, extras: [Value.Member] = []) {
    self.form = form
    self.label = label
    self.url = url
    self.extras = extras
  }

  /// What a person would call it: its label, else where it leads, else its form.
  public var readable: String { label ?? url ?? form.rawValue }
}

/// How much a message matters.
public enum MessageLevel: Sendable, Hashable {
  case error, warning, info, success
  /// A word of the server's that is not known here; treated as strictly as an error.
  case unknown(String)

  /// The word as scenarios write it.
  public var text: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .success: "success"
    case .unknown(let word): word
    }
  }

  /// Whether it fails a step that did not expect it.
  public var mustBeExpected: Bool {
    switch self {
    case .error, .warning, .unknown: true
    case .info, .success: false
    }
  }

  /// The level that a dialect's word means.
  public init(word: String) {
    switch word {
    case "error": self = .error
    case "warning": self = .warning
    case "info": self = .info
    case "success": self = .success
    default: self = .unknown(word)
    }
  }
}
