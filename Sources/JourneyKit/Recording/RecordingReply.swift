import JourneyModel

/// What a person answers to a question: a text, nothing, or a command.
enum RecordingReply: Sendable, Hashable {
  case text(String)
  /// What is in brackets.
  case enter
  case undo
  case expect
  case help
  /// Also when the input ends.
  case quit

  /// - Parameter isHidden: whether it was typed unseen: blanks around it belong to it.
  init(_ line: String?, isHidden: Bool = false) {
    guard let line else {
      self = .quit
      return
    }
    let trimmed = String(line.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
    switch trimmed {
    case "": self = .enter
    case "u": self = .undo
    case "e": self = .expect
    case "?": self = .help
    case "q": self = .quit
    case _ where trimmed.hasPrefix("="): self = .text(String((isHidden ? line[...] : trimmed[...]).drop { $0 != "=" }.dropFirst()))
    default: self = .text(isHidden ? line : trimmed)
    }
  }

  static let explanation = """
      Enter accepts the proposal in [ ].  A number presses the button of that number.  - leaves a field empty.
      u  goes back to the previous screen (on a mock)    e  adds an expectation for this screen
      q  ends here and writes the recording              =u  enters the letter u

    """
}

/// What leaves a screen without an answer to it.
enum Interjection: Error, Hashable {
  case undo, quit
}
