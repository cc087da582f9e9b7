import JourneyClient
import JourneyModel

/// What a driver of browsers answers instead of a result (W3C WebDriver section 6.6), or why there is no answer.
struct WebDriverError: Error, Sendable, Hashable {
  /// The standard's codes that are told apart here.
  enum Code: Sendable, Hashable {
    case staleElement, noSuchElement, noSuchFrame, noSuchWindow, notInteractable, intercepted, timeout, notCreated, other(String)
    /// There is no answer.
    case unreachable(DriverError.Kind)
  }

  let code: Code
  /// The first line of what the driver says.
  let message: String

  init(_ name: String, message: String) {
    code =
      switch name {
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
    self.message = message.split(whereSeparator: \.isNewline).first.map { String($0.prefix(300)) } ?? name
  }

  init(_ error: TransportError) {
    code = .unreachable(error.kind)
    message = error.reason
  }

  /// What a driver of journeys reports it as.
  var kind: DriverError.Kind {
    switch code {
    case .timeout: .timeout
    case .unreachable(.cancelled): .cancelled
    case .staleElement, .noSuchElement, .noSuchFrame, .notInteractable, .intercepted: .impossible
    case .noSuchWindow, .notCreated, .other, .unreachable: .connection
    }
  }
}
