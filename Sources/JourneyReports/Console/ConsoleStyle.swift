/// How a console looks.
public struct ConsoleStyle: Sendable, Hashable {
  /// Whether standard error is a terminal, so that a status line can be rewritten on it.
  public var isTerminal: Bool
  /// Columns of the terminal; lines of progress are cut at it.
  public var width: Int
  /// Whether escape sequences for colours may be written.
  public var usesColour: Bool

  public init(isTerminal: Bool = false, width: Int = 100, usesColour: Bool = false) {
    self.isTerminal = isTerminal
    self.width = max(width, 20)
    self.usesColour = usesColour
  }

  /// How much a console writes, each more than the one before.
  public enum Verbosity: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// What did not pass, and the summary.
    case quiet
    /// A line for each case as it ends.
    case normal
    /// A line for each step as it ends.
    case verbose
    /// Every exchange, redacted, with a command that makes it again.
    case trace

    public static func < (left: Verbosity, right: Verbosity) -> Bool { left.rawValue < right.rawValue }
  }
}
