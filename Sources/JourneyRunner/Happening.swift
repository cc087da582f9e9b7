package import JourneyModel

/// What a walk is told: the answer to its last action, or that its time is up.
package enum Happening: Sendable {
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
  case ran(CommandResult)
  /// How the screen differs from the stored one; empty where it does not.
  case compared([Mismatch])
  /// The budget of the journey, or of the clean-up, is used up.
  case timedOut(after: Duration)
  /// The whole run is told to stop.
  case interrupted
}

/// What came of a local command.
package struct CommandResult: Sendable, Hashable {
  /// 0 where it did what it should.
  package var status: Int
  /// Standard output, as UTF-8.
  package var output: String
  /// Standard error, as UTF-8.
  package var errorOutput: String
  /// What it was given that nobody may see: what it writes may hold any of it.
  package var given: [Secret]

  package init(status: Int, output: String, errorOutput: String, given: [Secret] = []) {
    self.status = status
    self.output = output
    self.errorOutput = errorOutput
    self.given = given
  }
}
