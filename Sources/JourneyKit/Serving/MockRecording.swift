/// Where what people do on a served mock is written, and who is notified.
public struct MockRecording: Sendable {
  /// A file of scenarios of the mock's project; each journey is added at its end.
  public var file: String
  /// Called for every journey that is written or cannot be, with lines of plain text.
  public var tell: @Sendable (String) -> Void

  public init(file: String, tell: @escaping @Sendable (String) -> Void) {
    self.file = file
    self.tell = tell
  }
}
