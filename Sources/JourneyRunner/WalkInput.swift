package import JourneyModel

/// The input of a walk: the result of its last action, or that its time is up.
package enum WalkInput: Sendable {
  /// The first one; the inbox mark is set to its moment.
  case began
  /// After a pause.
  case resumed
  case turned(Turn)
  case failed(DriverError)
  /// Every message since the mark, oldest first.
  case mails([InboxMessage])
  /// Time has passed, or the push was answered.
  case passed
  case answered(Exchange)
  case leased(PasscodeLease)
  case ran(CommandResult)
  /// How the screen differs from the stored one; empty if it does not.
  case compared([Mismatch])
  /// The budget of the journey, or of the clean-up, is used up.
  case timedOut(after: Duration)
  /// The whole run has to stop.
  case interrupted
}

/// The result of a local command.
package struct CommandResult: Sendable, Hashable {
  /// 0 if it succeeded.
  package var status: Int
  /// Standard output, as UTF-8.
  package var output: String
  /// Standard error, as UTF-8.
  package var errorOutput: String
  /// The secrets it was given: its output may contain any of them.
  package var given: [Secret]

  package init(status: Int, output: String, errorOutput: String, given: [Secret] = []) {
    self.status = status
    self.output = output
    self.errorOutput = errorOutput
    self.given = given
  }
}
