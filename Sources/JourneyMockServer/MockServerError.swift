/// Why a mock cannot be served.
public enum MockServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It was to listen where others can reach it.
  case tokenRequired(host: String)
  case tls(reason: String)
  /// Another program listens on the port.
  case portInUse(Int)
  /// It stopped before it listened.
  case notStarted(reason: String)

  public var description: String {
    switch self {
    case .tokenRequired(let host): "listening on '\(host)' needs a control token: others could move the clock and read mails"
    case .tls(let reason): "certificate or key cannot be used: \(reason)"
    case .portInUse(let port): "port \(port) is in use; port 0 takes any free one"
    case .notStarted(let reason): "the server did not start: \(reason)"
    }
  }
}
