package import JourneyModel

/// What walks need from outside: drivers, tenants, accounts, secrets.
package protocol WalkSurroundings: Sendable {
  /// Everything for one attempt at a case, made afresh.
  ///
  /// Throws where the attempt cannot even begin; the case is then broken.
  ///
  /// - Parameter account: the account it signs in as; `nil` for nobody.
  func open(_ planned: PlannedCase, attempt: Int, account: String?) async throws(DriverError) -> Attempt
}

/// What one attempt works with, and nobody else.
package struct Attempt: Sendable {
  package var driver: any JourneyDriver
  /// `nil` where the tenant names none.
  package var inbox: (any Inbox)?
  package var control: any TenantControl
  /// The names that every scope sees: `account`, `secret`, `env`; a walk adds `app`, `tenant`, `case`.
  package var values: [String: Value]
  /// What no other run has, where the tenant remembers what other runs left; addresses made by `unique_email` then differ.
  package var salt: String?
  package var requester: any HTTPRequester
  package var commands: any CommandRunner
  /// `nil` where snapshots are neither compared nor written.
  package var snapshots: (any SnapshotKeeper)?

  package init(
    driver: any JourneyDriver, inbox: (any Inbox)? = nil, control: any TenantControl, values: [String: Value] = [:], salt: String? = nil,
    requester: any HTTPRequester, commands: any CommandRunner, snapshots: (any SnapshotKeeper)? = nil
  ) {
    self.driver = driver
    self.inbox = inbox
    self.control = control
    self.values = values
    self.salt = salt
    self.requester = requester
    self.commands = commands
    self.snapshots = snapshots
  }
}

/// Sends what `request` steps say.
package protocol HTTPRequester: Sendable {
  /// Any answer is an exchange, whatever its status; throws where none came, or where the address is forbidden.
  func send(_ call: HTTPCall) async throws(DriverError) -> Exchange
}

/// Runs what `run` steps say.
package protocol CommandRunner: Sendable {
  /// Any exit status is a result; throws where the command is forbidden, cannot be started or went past a limit.
  func run(_ arguments: [Value]) async throws(DriverError) -> CommandResult
}

/// Holds the screens that others are compared with.
package protocol SnapshotKeeper: Sendable {
  /// How the screen differs from the stored one; empty where it equals it or was stored just now.
  func compare(_ question: SnapshotQuestion) async throws(DriverError) -> [Mismatch]
}
