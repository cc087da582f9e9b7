import Encodings
import JourneyClient
import JourneyModel

extension HostedDriver {
  /// What a silent authorization request was answered with, so that a refusal can be distinguished from everything else.
  enum SilentAnswer: Sendable, Hashable, CustomStringConvertible {
    case code
    /// An OAuth error, at the redirect URI or as a response of its own.
    case error(String)
    case page(ScreenID, status: Int)
    /// A response with status 4xx that is not a page.
    case status(Int)
    /// An address that nothing was loaded from: another site, or one of the app's that is not a redirect URI.
    case address(String)
    /// A callback with neither a code nor an error.
    case emptyCallback
    /// Something that no browser shows; why, in a sentence.
    case unreadable(String)

    init(_ landing: Landing) {
      switch landing {
      case .page(let page): self = .page(page.screen.id, status: page.status)
      case .refused(let error): self = .error(error.error)
      case .elsewhere(let url), .app(let url, .fallback), .app(let url, .logout): self = .address(url.withoutQuery.concealed())
      case .app(let url, .callback):
        let callback = Callback(url)
        self = callback["code"] != nil ? .code : callback.oauthError.map { .error($0.error) } ?? .emptyCallback
      }
    }

    /// Whether the server says that the request itself is wrong (RFC 6749 section 4.1.2.1, RFC 7636 section 4.4.1).
    var isRefusalOfRequest: Bool {
      switch self {
      case .error(let error): error == "invalid_request"
      case .page(_, let status), .status(let status): 400..<500 ~= status
      case .code, .address, .emptyCallback, .unreadable: false
      }
    }

    /// Whether it is this page, and not as an error.
    func isPage(_ id: ScreenID?) -> Bool {
      guard case .page(let shown, let status) = self else { return false }
      return shown == id && status < 400
    }

    /// The end of a sentence that says what came.
    var description: String {
      switch self {
      case .code: "a code"
      case .error(let error): "the error '\(error)'"
      case .page(let id, let status): "the page '\(id)'" + (status < 400 ? "" : " with status \(status)")
      case .status(let status): "status \(status) and no page"
      case .address(let address): "a redirect to '\(address)'"
      case .emptyCallback: "a callback that has neither a code nor an error"
      case .unreadable(let why): "no page and no callback (\(why))"
      }
    }
  }
}
