/// What came of a recording.
public enum RecordOutcome: Sendable, Hashable {
  /// It is written, checked, and was green with another seed.
  case green
  /// It is written, and did not pass; the reason was printed.
  case red
  /// It is written and checked, and was not walked again.
  case written
  /// Nothing is written.
  case nothing
}
