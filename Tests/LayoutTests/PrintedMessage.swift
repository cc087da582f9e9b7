import Diagnostics

/// The first line of a message as it is printed: `file.yaml:5:38: error: …`; notes are none.
struct PrintedMessage {
  let file: String
  let place: SourcePosition
  /// Behind the severity, with the id in brackets.
  let text: String

  init?(_ line: Substring) {
    let parts = line.split(separator: ":", maxSplits: 4).map { $0.drop { $0 == " " } }
    guard parts.count == 5, let line = Int(parts[1]), let column = Int(parts[2]), ["error", "warning"].contains(parts[3]) else {
      return nil
    }
    file = String(parts[0])
    place = SourcePosition(line: line, column: column)
    text = String(parts[4])
  }
}
