/// Something that a screen says to the person: on the page, on a form or on a widget.
public struct Message: Sendable, Hashable {
  public var level: MessageLevel
  public var text: RichText
  /// The server's translation key, e.g. `errors.E0000004`; `nil` where it sends none.
  public var key: String?
  public var scope: Scope

  /// What a message is about.
  public enum Scope: Sendable, Hashable {
    case page
    case form(FormID)
    case widget(FormID, WidgetID)
  }

  public init(level: MessageLevel, text: RichText, key: String? = nil, scope: Scope = .page) {
    self.level = level
    self.text = text
    self.key = key
    self.scope = scope
  }
}

/// How much a message matters.
public enum MessageLevel: Sendable, Hashable {
  case error, warning, info, success
  /// A word of the server's that says nothing to us; treated as strictly as an error.
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

/// A text as a person sees it, beside the markup that it was sent in.
public struct RichText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// What a person reads.
  public var visible: String
  /// The markup; `nil` where it was sent as plain text.
  public var html: String?

  public init(_ visible: String, html: String? = nil) {
    self.visible = visible
    self.html = html
  }

  public init(stringLiteral text: String) { self.init(text) }
}
