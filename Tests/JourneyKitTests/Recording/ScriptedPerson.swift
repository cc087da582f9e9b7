import Synchronization

@testable import JourneyKit

/// A person who answers from a list, then with Enter, and at last not at all; keeps what was said.
final class ScriptedPerson: RecordingDialogue {
  // A class with a lock, because a dialogue is called from the walk's task and read by the test.
  private struct State {
    var answers: [String]
    var enters = 60
    var transcript = ""
  }

  private let state: Mutex<State>

  /// The beginning of the question that is answered with `q`; `nil` for none.
  private let lastQuestion: String?

  init(_ answers: [String], quittingAt lastQuestion: String? = nil) {
    state = Mutex(State(answers: answers))
    self.lastQuestion = lastQuestion
  }

  func say(_ text: String) { state.withLock { $0.transcript += text } }

  func ask(_ prompt: String, isHidden: Bool) -> String? {
    state.withLock { state in
      var answer: String? = ""
      if let lastQuestion, prompt.hasPrefix(lastQuestion) {
        answer = "q"
      } else if !state.answers.isEmpty {
        answer = state.answers.removeFirst()
      } else if state.enters > 0 {
        state.enters -= 1
      } else {
        answer = nil
      }
      state.transcript += prompt + (isHidden ? "***" : answer ?? "<end>") + "\n"
      return answer
    }
  }

  var transcript: String { state.withLock(\.transcript) }
}
