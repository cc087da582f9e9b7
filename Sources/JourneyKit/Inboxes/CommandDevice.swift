import JourneyModel
import JourneyRunner

/// A person's device that a command of the project represents, under the caller's policy.
///
/// `JOURNEY_PUSH` has what the person does, `accept` or `reject`, and `JOURNEY_ACCOUNT` who it is.
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
  /// What it said last on standard error, as a sentence's end; empty if it said nothing.
  var lastWords: String { errorOutput.split(separator: "\n").last.map { ": \($0)" } ?? "" }
}
