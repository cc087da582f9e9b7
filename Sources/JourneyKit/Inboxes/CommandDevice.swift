import JourneyModel
import JourneyRunner

/// A person's device that a command of the project stands for, under the caller's policy.
///
/// It is told what the person does in `JOURNEY_PUSH`, which is `accept` or `reject`, and who it is in `JOURNEY_ACCOUNT`.
struct CommandDevice: Sendable {
  let words: [String]
  let commands: LocalCommands

  func answerPush(accepts: Bool, account: String?) async throws(DriverError) {
    let result = try await commands.run(
      words, adding: ["JOURNEY_PUSH": accepts ? "accept" : "reject", "JOURNEY_ACCOUNT": account ?? ""])
    guard result.status == 0 else {
      throw DriverError(.impossible, "the device's command '\(words.first ?? "")' ended with status \(result.status)\(result.lastWords)")
    }
  }
}

extension CommandResult {
  /// What it said last on standard error, as a sentence's end; empty where it said nothing.
  var lastWords: String { errorOutput.split(separator: "\n").last.map { ": \($0)" } ?? "" }
}
