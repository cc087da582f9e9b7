/// The person who walks a journey that is recorded: told in lines of plain text, and asked one question at a time.
public protocol RecordingDialogue: Sendable {
  /// - Parameter text: with a line feed at its end.
  func say(_ text: String)
  /// What the person answers, without the line feed; `nil` once there will be no more answers.
  ///
  /// - Parameter isHidden: whether what is typed must not be seen.
  func ask(_ prompt: String, isHidden: Bool) -> String?
}
