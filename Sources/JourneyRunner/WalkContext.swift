package import JourneyModel

/// What walks need from outside: drivers, tenants, accounts, secrets.
package protocol WalkContext: Sendable {
  /// Everything for one attempt at a case, newly made.
  ///
  /// Throws if the attempt cannot even begin; the case is then broken.
  ///
  /// - Parameter account: the account it signs in as; `nil` for none.
  func open(_ planned: PlannedCase, attempt: Int, account: String?) async throws(DriverError) -> Attempt
  /// Keeps other runs away from the accounts of live tenants; `nil` if other runs cannot interfere.
  var accountLeases: (any AccountLeases)? { get }
}

extension WalkContext {
  package var accountLeases: (any AccountLeases)? { nil }
}

/// What one attempt uses, and nothing else shares.
package struct Attempt: Sendable {
  package var driver: any JourneyDriver
  /// Makes the browser in which the app opens web pages; `nil` where there is none.
  package var makeBrowser: @Sendable () -> (any PageVisitor)?
  /// The browser, once the app opened one; it keeps its cookies from page to page.
  private var browser: (any PageVisitor)?
  /// Whether a web page is open, so that what the person does is done there.
  private var isOnPage = false
  /// `nil` if the tenant has none.
  package var inbox: (any Inbox)?
  /// Why a recipient that contains this secret must not be sent to the inbox; `nil` if it may.
  package var inboxRefusal: @Sendable (Secret) -> String? = { _ in nil }
  package var control: any TenantControl
  /// The names that every scope sees: `account`, `secret`, `env`; a walk adds `app`, `tenant`, `case`.
  package var values: [String: Value]
  /// Unique to this run, if the tenant remembers other runs; addresses made by `unique_email` then differ.
  package var salt: String?
  /// Hands out codes of authenticator apps; `nil` where the tenant's clock is the walk's own, so that no code is used twice.
  package var passcodes: (any PasscodeLeases)?
  package var requester: any HTTPRequester
  package var commands: any CommandRunner
  /// `nil` if snapshots are neither compared nor written.
  package var snapshots: (any SnapshotKeeper)?
  /// Ends what was opened for the attempt alone, such as a browser.
  package var close: @Sendable () async -> Void = {}

  package init(
    driver: any JourneyDriver, makeBrowser: @escaping @Sendable () -> (any PageVisitor)? = { nil }, inbox: (any Inbox)? = nil,
    control: any TenantControl,
    values: [String: Value] = [:], salt: String? = nil,
    requester: any HTTPRequester, commands: any CommandRunner, snapshots: (any SnapshotKeeper)? = nil
  ) {
    self.driver = driver
    self.makeBrowser = makeBrowser
    self.inbox = inbox
    self.control = control
    self.values = values
    self.salt = salt
    self.requester = requester
    self.commands = commands
    self.snapshots = snapshots
  }
}

extension Attempt {
  /// What a walk of the attempt has to know to decide.
  func limits(of run: RunLimits) -> WalkLimits {
    var limits = WalkLimits(canMoveClock: control.canMoveClock, maxWait: run.maxWait, script: run.script)
    limits.leasesPasscodes = passcodes != nil
    return limits
  }

  /// Does what the person does: on the web page that is open, else in the app. A new journey begins in the app.
  mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    if case .start = action { isOnPage = false }
    guard isOnPage, var open = browser else { return try await driver.perform(action) }
    browser = nil
    defer { browser = open }
    return try await open.perform(action)
  }

  /// Opens the web page that the journey left for.
  mutating func visit(_ url: Secret) async throws(DriverError) -> Turn {
    guard var open = browser ?? makeBrowser() else {
      throw DriverError(.impossible, "the web pages that journeys of this tenant leave for cannot be walked")
    }
    isOnPage = true
    defer { browser = open }
    return try await open.visit(url)
  }

  /// The app goes on with what the page led back with, or closes it.
  mutating func comeBack(isClosed: Bool) async throws(DriverError) -> Turn {
    isOnPage = false
    guard isClosed else {
      guard let url = browser?.returned else {
        throw DriverError(.impossible, "the web page did not lead back to the app")
      }
      return try await driver.perform(.resume(url: url))
    }
    guard var app = driver as? any PageOpener else { return try await driver.perform(.refresh) }
    defer { driver = app }
    return try await app.closePage()
  }
}

/// Sends the requests of `request` steps.
package protocol HTTPRequester: Sendable {
  /// Any response is an exchange, regardless of its status; throws if there is none, or if the address is forbidden.
  func send(_ call: HTTPCall) async throws(DriverError) -> Exchange
}

/// Runs the commands of `run` steps.
package protocol CommandRunner: Sendable {
  /// Any exit status is a result; throws if the command is forbidden, cannot be started or exceeds a limit.
  func run(_ arguments: [Value]) async throws(DriverError) -> CommandResult
}

/// Stores the screens that others are compared with.
package protocol SnapshotKeeper: Sendable {
  /// How the screen differs from the stored one; empty if it equals it or was just stored.
  func compare(_ question: SnapshotQuestion) async throws(DriverError) -> [Mismatch]
}
