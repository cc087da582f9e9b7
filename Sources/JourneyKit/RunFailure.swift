/// A run cannot go on, or cannot be kept.
public enum RunFailure: Error, Sendable, Hashable {
  /// A report or log cannot be written; says which and why.
  case cannotWrite(String)
  /// Something that was to be read cannot be; says what and why.
  case cannotRead(String)
  /// A mock cannot be served; says why.
  case cannotServe(String)
  /// Another run writes to the event log; says what to do.
  case logInUse(String)

  /// Whether other settings would help, and nothing was walked.
  public var isUsage: Bool {
    guard case .logInUse = self else { return false }
    return true
  }

  /// One sentence, lower case, without a full stop.
  public var message: String {
    switch self {
    case .cannotWrite(let message), .cannotRead(let message), .cannotServe(let message), .logInUse(let message): message
    }
  }
}
