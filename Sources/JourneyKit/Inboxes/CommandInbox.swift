import Encodings
import JourneyClient
import JourneyModel
import JourneyRunner

/// An inbox that a command of the project reads, under the caller's policy: it prints a `MessageList`.
///
/// `JOURNEY_TO`, `JOURNEY_CHANNEL` and `JOURNEY_SINCE` have what is looked for.
struct CommandInbox: Inbox {
  let words: [String]
  let commands: LocalCommands

  func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) async throws(DriverError) -> [InboxMessage] {
    let question = [
      "JOURNEY_TO": recipient, "JOURNEY_CHANNEL": channel.rawValue,
      "JOURNEY_SINCE": DateText.rfc3339(millisecondsSinceEpoch: mark.milliseconds),
    ]
    let result = try await commands.run(words, adding: question)
    guard result.status == 0 else {
      throw DriverError(.impossible, "the inbox's command '\(words.first ?? "")' ended with status \(result.status)\(result.lastWords)")
    }
    return try MessageList.messages(in: Array(result.output.utf8), to: recipient, channel: channel, since: mark)
  }
}
