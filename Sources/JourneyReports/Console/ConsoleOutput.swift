/// A piece of text for one of the two streams of a console, to be written as it is and at once.
public struct ConsoleOutput: Sendable, Hashable {
  public enum Stream: Sendable, Hashable {
    /// What a run found.
    case standardOutput
    /// Progress and diagnostics.
    case standardError
  }

  public var stream: Stream
  /// Whole lines, or a status line that the next piece clears.
  public var text: String

  public init(_ stream: Stream, _ text: String) {
    self.stream = stream
    self.text = text
  }
}
