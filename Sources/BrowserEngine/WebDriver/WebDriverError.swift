import JourneyClient
import JourneyModel

/// What a driver of browsers answers instead of a result (W3C WebDriver section 6.6), or why it did not answer.
struct WebDriverError: Error, Sendable, Hashable {
  /// The standard's codes that are distinguished here.
  enum Code: Sendable, Hashable {
    case staleElement, noSuchElement, noSuchFrame, noSuchWindow, notInteractable, intercepted, timeout, notCreated, other(String)
    /// What the site does, and not the browser.
    case disabled, slow, redirectLoop
    /// The browser has ended.
    case gone
    /// No answer came.
    case unreachable(DriverError.Kind)
  }

  let code: Code
  /// The first line of what the driver says.
  let message: String

  init(_ code: Code, message: String) { (self.code, self.message) = (code, message) }

  init(_ name: String, message: String) {
    let isOver = Self.ends.contains { name == $0 || message.hasPrefix($0) }
    code =
      switch name {
      case _ where isOver: .gone
      case "unknown error", "javascript error": Self.departures.contains { message.contains($0) } ? .staleElement : .other(name)
      case "stale element reference": .staleElement
      case "no such element": .noSuchElement
      case "no such frame": .noSuchFrame
      case "no such window": .noSuchWindow
      case "element not interactable": .notInteractable
      case "element click intercepted": .intercepted
      case "timeout", "script timeout": .timeout
      case "session not created": .notCreated
      default: .other(name)
      }
    self.message = isOver ? Self.gone : message.split(whereSeparator: \.isNewline).first.map { String($0.prefix(300)) } ?? name
  }

  private static let gone = "the browser ended in the middle of the walk"
  /// Words of chromedriver for a browser, or a page of it, that has crashed.
  private static let ends = ["invalid session id", "chrome not reachable", "disconnected", "tab crashed", "session deleted"]

  /// Words of the browser's inspector that chromedriver passes on where the page of an element went away while a command looked for it
  /// (chromedriver 112 and newer, Selenium issues 12221 and 15401).
  private static let departures = [
    "Node with given id does not belong to the document", "No node with given id found", "Could not find node with given id",
    "Cannot find context with specified id", "execution contexts cleared", "aborted by navigation",
  ]

  init(_ error: TransportError) {
    code = .unreachable(error.kind)
    message = error.reason
  }

  /// Whether a command did not end in time. A driver that waits for a page may answer no command at all until that page comes.
  var isOfTime: Bool { code == .timeout || code == .unreachable(.timeout) }

  /// What a driver of journeys reports it as.
  var kind: DriverError.Kind {
    switch code {
    case .timeout, .slow: .timeout
    case .redirectLoop: .redirectLoop
    case .unreachable(.cancelled): .cancelled
    case .staleElement, .noSuchElement, .noSuchFrame, .notInteractable, .intercepted, .disabled: .impossible
    case .noSuchWindow, .notCreated, .other, .unreachable, .gone: .connection
    }
  }

  /// What a person reads of it.
  var sentence: String {
    switch code {
    case .disabled, .slow, .redirectLoop: message
    default: "the browser gave up: \(message)"
    }
  }
}
