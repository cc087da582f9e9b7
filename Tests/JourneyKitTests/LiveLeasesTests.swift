import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Synchronization
import Testing

@testable import JourneyKit

/// What runs on a live tenant share on this machine: accounts, and the codes of authenticator apps.
struct LiveLeasesTests {
  private struct Silence: RunListener {
    mutating func record(_ searched: SearchedEvent) {}
  }

  private static let signIn = """
    journey: Otto signs in with a code of the app
    account: otto
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: "${account.password}"}
      - screen: mfaPasscode
        answers: {passcode: "${totp(account.totp)}"}
      - finish:

    """

  /// Serves Acme, and hands over what a run on it as a live tenant is asked for, with a cache of its own.
  private static func withLive(_ body: @escaping @Sendable (RunSettings, TemporaryFolder) async throws -> Void) async throws {
    try await RecordingProject.with { project in
      var serving = RunSettings()
      serving.paths = [project.folder.file("journeys")]
      try await ServedMock(tenant: "acme", serving).withServer { [folder = project.folder] address in
        let tenants = """
          tenants:
            staging:
              dialect: journey-flow
              issuer: \(address)
              client: {id: acme-web, redirect_uri: "https://app.acme.test/callback"}
              accounts: {otto: {email: otto@acme.test, password: Otto-mule-22, totp: JBSWY3DPEHPK3PXP}}

          """
        try folder.write(tenants, to: "live/tenants.yaml")
        try folder.write(signIn, to: "live/otto.yaml")
        var settings = RunSettings()
        settings.paths = [folder.file("live")]
        settings.seed = 7
        settings.environment = ["XDG_CACHE_HOME": folder.file("cache")]
        try await body(settings, folder)
      }
    }
  }

  @Test func `a run waits for an account that another run has, and says so`() async throws {
    try await Self.withLive { settings, _ in
      let run = JourneyRun(settings)
      let other = AccountLedger(environment: settings.environment, sites: Array(run.project.sites.values))
      #expect(other.take("otto", of: "staging") == .got)
      let said = Mutex<[String]>([])
      var listener = Silence()
      let report = try await run.walk(
        log: nil, into: &listener,
        warned: { sentence in
          said.withLock { $0.append(sentence) }
          other.release("otto", of: "staging")
        })
      #expect(
        said.withLock { $0 } == [
          "the account 'otto' of 'staging' is in use by another run on this machine; cases that need it wait"
        ])
      #expect(report.totals.passed == 1, "\(report.totals)")
    }
  }

  @Test func `heal takes the codes of an app from the list that all runs share`() async throws {
    try await Self.withLive { settings, _ in
      let step = UInt64(Instant.machine.seconds) / 30
      let before = Instant(seconds: Int64(step) * 30)
      let healing = try await HealRun(settings).walk()
      #expect(healing.walked == 1 && healing.refused.isEmpty, "\(healing.refused.map(\.reason))")
      // Of the three next steps the walk has used one: its own or, if half a minute ended meanwhile, the one after it.
      let ledger = PasscodeLedger(environment: settings.environment)
      var last = step
      for _ in 0..<3 { last = try await ledger.lease(Secret("JBSWY3DPEHPK3PXP", name: "totp"), at: before).step }
      #expect(last == step + 3)
    }
  }
}
