/// One thing to tell a person about a file that they wrote.
///
/// Text is lower case without a full stop, values are in single quotes: what was found, then what was possible.
public struct Diagnostic: Sendable, Hashable {
  /// How much it matters: an error stops a run before anything is walked, a warning does not.
  public enum Severity: String, Sendable, Hashable {
    case error, warning
  }

  /// A further place that explains the first one.
  public struct Note: Sendable, Hashable {
    public var message: String
    /// `nil` if the note is about no place in particular.
    public var range: SourceRange?
    /// A text that follows it, e.g. a scenario, a line each; empty for none.
    public var lines: [String]

    public init(_ message: String, at range: SourceRange? = nil, lines: [String] = []) {
      self.message = Diagnostic.cut(message)
      self.range = range
      self.lines = lines
    }
  }

  /// Its stable name, printed in brackets after the message.
  public var id: DiagnosticID
  public var severity: Severity
  /// `nil` if no file can be pointed at, e.g. a missing file named on the command line.
  public var range: SourceRange?
  public var message: String
  /// What to write instead, shown next to the caret, e.g. `did you mean 'username'?`.
  public var suggestion: String?
  public var notes: [Note]

  public init(
    _ id: DiagnosticID, _ message: String, at range: SourceRange?, severity: Severity = .error,
    suggestion: String? = nil, notes: [Note] = []
  ) {
    self.id = id
    self.severity = severity
    self.range = range
    self.message = Self.cut(message)
    self.suggestion = suggestion.map(Self.cut)
    self.notes = notes
  }

  /// How many bytes of a message are shown: a file may have a key of megabytes.
  package static let messageLimit = 10_000

  private static func cut(_ message: String) -> String { HarmlessText.cut(message, limit: messageLimit, of: message.utf8.count) }
}

extension [Diagnostic] {
  /// The diagnostics of a file from its beginning to its end, then those of others; equal places keep their order.
  package func inOrder(of file: SourceFile) -> [Diagnostic] {
    enumerated().sorted { left, right in
      guard let leftRange = left.element.range, let rightRange = right.element.range else {
        return (left.element.range == nil ? 0 : 1, left.offset) < (right.element.range == nil ? 0 : 1, right.offset)
      }
      let isLeftOwn = leftRange.file == file
      if isLeftOwn != (rightRange.file == file) { return isLeftOwn }
      if leftRange.file.name != rightRange.file.name { return leftRange.file.name < rightRange.file.name }
      return leftRange.start == rightRange.start ? left.offset < right.offset : leftRange.start < rightRange.start
    }.map(\.element)
  }
}
