import Synchronization

/// Keeps what a recording says until it is shown; it asks no questions.
///
/// A class with a lock, because a dialogue is handed to recordings and read by the page.
final class NotedLines: RecordingDialogue {
  private let lines = Mutex<[String]>([])
  /// What every question is answered with; `nil` for nothing.
  private let answer: String?
  private static let limit = 200

  init(answer: String? = nil) { self.answer = answer }

  func say(_ text: String) {
    lines.withLock { lines in
      let line = text.split(separator: "\n").joined(separator: "\n")
      if !line.isEmpty, lines.count < Self.limit { lines.append(line) }
    }
  }

  func ask(_ prompt: String, isHidden: Bool) -> String? { answer }

  /// What was said, in its order.
  var all: [String] { lines.withLock(\.self) }

  func clear() { lines.withLock { $0 = [] } }
}
