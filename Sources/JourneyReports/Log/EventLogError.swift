/// Why an event log, or a line of it, cannot be read.
public struct EventLogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where the line begins, in bytes; `nil` if the log as a whole cannot be read.
  public var offset: Int?
  /// What is wrong, e.g. `'seq' is missing`.
  public var message: String

  public init(offset: Int? = nil, message: String) {
    self.offset = offset
    self.message = message
  }

  public var description: String {
    offset.map { "event log, line at byte \($0): \(message)" } ?? "event log: \(message)"
  }
}
