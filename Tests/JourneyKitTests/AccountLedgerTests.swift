import FoundationEssentials
import JourneyRunner
import JourneyTestSupport
import Synchronization
import Testing

@testable import JourneyKit

/// Accounts of live tenants that several runs on a machine share.
struct AccountLedgerTests {
  private static let tenants = """
    default: staging
    tenants:
      staging: &staging
        dialect: journey-flow
        issuer: https://acme-staging.example
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback"}
        accounts:
          jane: {email: jane+ci@acme.test}
          jane-again: {email: JANE+ci@acme.test}
          otto: {username: otto}
      other:
        <<: *staging
        issuer: https://other.example

    """

  private static func files(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("journey/accounts")).map { "journey/accounts/\($0)" }
  }

  /// Ledgers of runs that share a cache folder, by a closure that makes them.
  private static func with(
    cache: String? = nil, _ body: (TemporaryFolder, (@escaping @Sendable (String) -> Void) -> AccountLedger) throws -> Void
  ) async throws {
    try await TemporaryFolder.with { folder in
      try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - screen: a\n"], tenants: tenants) { project in
        let sites = project.run().project.sites.values
        try body(folder) { said in
          AccountLedger(environment: ["XDG_CACHE_HOME": cache ?? folder.path], sites: Array(sites), said: said)
        }
      }
    }
  }

  @Test func `an account serves one run at a time, and is free once it is released or its run is gone`() async throws {
    try await Self.with { _, make in
      let said = Mutex<[String]>([])
      let (one, two) = (make { _ in }, make { sentence in said.withLock { $0.append(sentence) } })
      #expect(one.take("jane", of: "staging") == .got)
      #expect(two.take("jane", of: "staging") == .hasAnotherRun && two.take("jane", of: "staging") == .hasAnotherRun)
      #expect(two.take("otto", of: "staging") == .got && two.take("jane", of: "other") == .got)
      let sentences = said.withLock { $0 }
      #expect(
        sentences == ["the account 'jane' of 'staging' is in use by another run on this machine; cases that need it wait"])
      one.release("jane", of: "staging")
      #expect(two.take("jane", of: "staging") == .got && one.take("jane", of: "staging") == .hasAnotherRun)
      #expect(one.problem == nil && two.problem == nil)
    }
  }

  @Test func `two names of one person are one account, and this run is no other run`() async throws {
    try await Self.with { _, make in
      let said = Mutex<[String]>([])
      let (one, two) = (make { sentence in said.withLock { $0.append(sentence) } }, make { _ in })
      #expect(one.take("jane", of: "staging") == .got)
      #expect(two.take("jane-again", of: "staging") == .hasAnotherRun)
      #expect(one.take("jane-again", of: "staging") == .hasThisRun && one.take("jane", of: "staging") == .hasThisRun)
      #expect(said.withLock { $0 } == [])
      one.release("jane", of: "staging")
      #expect(one.take("jane-again", of: "staging") == .got)
    }
  }

  @Test func `the files are empty, their owner's alone, and name nobody`() async throws {
    try await Self.with { folder, make in
      #expect(make { _ in }.take("jane", of: "staging") == .got)
      let files = try Self.files(in: folder)
      #expect(files.count == 1)
      for name in files {
        #expect(!name.contains("jane") && !name.contains("staging"))
        #expect(try folder.text(of: name).isEmpty)
        #expect(try folder.permissions(of: name) & 0o777 == 0o600)
      }
    }
  }

  @Test func `without a folder every account is free, and the run says why`() async throws {
    try await Self.with { folder, make in
      try folder.write("a file", to: "journey")
      let (one, two) = (make { _ in }, make { _ in })
      #expect(one.take("jane", of: "staging") == .got && two.take("jane", of: "staging") == .got)
      #expect(one.problem?.contains("a file in '\(folder.path)/journey/accounts' cannot be written: ") == true)
      one.release("jane", of: "staging")
    }
    try await Self.with(cache: "cache") { _, make in
      let ledger = make { _ in }
      #expect(ledger.problem == nil, "nothing is said where no account is used")
      #expect(ledger.take("jane", of: "staging") == .got)
      #expect(ledger.problem?.hasSuffix("XDG_CACHE_HOME nor HOME is the path of a folder") == true)
    }
  }
}
