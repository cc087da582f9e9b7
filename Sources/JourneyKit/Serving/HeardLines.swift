import Synchronization

/// A dialogue without a person: every question is answered with what is in brackets, and what is said is kept.
///
/// A class with a lock: the walk writes, and its caller reads.
final class HeardLines: RecordingDialogue {
  private let lines = Mutex<[String]>([])
  private static let limit = 100

  func say(_ text: String) { lines.withLock { lines in if lines.count < Self.limit { lines.append(text) } } }

  func ask(_ prompt: String, isHidden: Bool) -> String? { "" }

  /// What was said since this was asked last, in one line.
  func take() -> String {
    let said = lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
    let words = said.joined(separator: " ").split { $0 == "\n" || $0 == " " }
    return words.joined(separator: " ")
  }
}

/// A dialogue of which only what is said counts.
struct ToldLines: RecordingDialogue {
  let tell: @Sendable (String) -> Void

  func say(_ text: String) { tell(text) }
  func ask(_ prompt: String, isHidden: Bool) -> String? { "" }
}
