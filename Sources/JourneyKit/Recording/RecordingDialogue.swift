import JourneyReports

/// The person who walks a journey that is recorded: reads lines of plain text, and is asked one question at a time.
public protocol RecordingDialogue: Sendable {
  /// - Parameter text: with a line feed at its end.
  func say(_ text: String)
  /// What the person answers, without the line feed; `nil` once there will be no more answers.
  ///
  /// - Parameter isHidden: whether what is typed must not be seen.
  func ask(_ prompt: String, isHidden: Bool) -> String?
  /// Called after each question that is not hidden, with the answer without secrets; empty if nothing was answered.
  ///
  /// For transcripts of answers that come over a pipe. Usually nothing is done.
  func repeatAnswer(_ answer: String)
}

extension RecordingDialogue {
  public func repeatAnswer(_ answer: String) {}

  /// Asks, and repeats what was answered unless it is hidden.
  ///
  /// - Parameter redactor: knows what must not be repeated.
  func answer(to prompt: String, isHidden: Bool = false, _ redactor: Redactor) -> String? {
    let answer = ask(prompt, isHidden: isHidden)
    if !isHidden { repeatAnswer(redactor.redacted(answer ?? "")) }
    return answer
  }
}
