/// Where what people do on a served mock is written, and who is told of it.
public struct MockRecording: Sendable {
  /// A file of scenarios of the mock's project; each journey is added at its end.
  public var file: String
  /// Told of every journey that is written or cannot be, in lines of plain text.
  public var tell: @Sendable (String) -> Void

  public init(file: String, tell: @escaping @Sendable (String) -> Void) {
    self.file = file
    self.tell = tell
  }
}
