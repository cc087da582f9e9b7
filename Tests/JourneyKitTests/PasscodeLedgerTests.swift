import Encodings
import JourneyModel
import JourneyRunner
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@testable import JourneyKit

/// Which codes of authenticator apps are handed out, by runs that share a machine.
struct PasscodeLedgerTests {
  private static let key = Secret("JBSWY3DPEHPK3PXP", name: "totp")
  private static let other = Secret("KRSXG5CTMVRXEZLU", name: "totp")
  /// The beginning of a time step.
  private static let now = Instant(seconds: 1_893_456_000)
  private static let step: UInt64 = 63_115_200

  private static func ledger(_ folder: TemporaryFolder) -> PasscodeLedger {
    PasscodeLedger(environment: ["XDG_CACHE_HOME": folder.path, "HOME": "/nowhere"])
  }

  @Test(arguments: [
    ("JBSWY3DPEHPK3PXP", nil), ("jbsw y3dp ehpk 3pxp", nil), ("JBSWY3DPEHPK3PX", nil), ("", nil), ("JBSWY3DP========", "8 characters"),
    ("GEZDGNBVGY======", nil), ("GEZDGNBVGY====", "has 10 characters and 4 '='"), ("GEZD=NBV", "has '=' before its end"),
    ("12345670", "is not Base32 text"),
  ])
  func `the key of an authenticator app that was copied in part is found where its padding shows it`(_ key: String, problem: String?) {
    let found = Base32.problem(withKey: key)
    #expect((found == nil) == (problem == nil) && found?.contains(problem ?? "") ?? true, "\(found ?? "")")
  }

  @Test func `a time step of a key is handed out once, also to another run`() async throws {
    try await TemporaryFolder.with { folder in
      let (one, two) = (Self.ledger(folder), Self.ledger(folder))
      let first = try await one.lease(Self.key, at: Self.now)
      #expect(first == PasscodeLease(step: Self.step, begins: Self.now))
      #expect(try await two.lease(Self.key, at: Self.now).begins == Instant(seconds: 1_893_456_030))
      #expect(try await one.lease(Self.key, at: Self.now).step == Self.step + 2)
      #expect(try await two.lease(Self.other, at: Self.now).step == Self.step, "another key has codes of its own")
      #expect(try await two.lease(Self.key, at: Self.now + .seconds(3600)).step == Self.step + 120)
      #expect(one.problem == nil)
    }
  }

  @Test func `a pipe in the place of the file is named and not waited for`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("journey")
      try #require(mkfifo(folder.file("journey/used-codes"), 0o600) == 0)
      let ledger = Self.ledger(folder)
      #expect(try await ledger.lease(Self.key, at: Self.now).extent == .run)
      #expect(ledger.problem?.hasSuffix("/journey/used-codes' is not a regular file") == true)
    }
  }

  @Test func `runs that ask at the same time get different codes`() async throws {
    try await TemporaryFolder.with { folder in
      let steps = try await withThrowingTaskGroup(of: UInt64.self) { group in
        for _ in 0..<10 { group.addTask { try await Self.ledger(folder).lease(Self.key, at: Self.now).step } }
        return try await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
      }
      #expect(steps == Set((0..<10).map { Self.step + $0 }))
    }
  }

  @Test func `the file gives no key away, is its owner's alone, and forgets what is over`() async throws {
    try await TemporaryFolder.with { folder in
      _ = try await Self.ledger(folder).lease(Self.key, at: Self.now)
      let name = "journey/used-codes"
      let text = try folder.text(of: name)
      #expect(!text.contains("JBSWY3DPEHPK3PXP") && text.split(separator: "\n").count == 3)
      #expect(try folder.permissions(of: name) & 0o777 == 0o600)
      _ = try await Self.ledger(folder).lease(Self.other, at: Self.now + .seconds(3600))
      #expect(try folder.text(of: name).split(separator: "\n").count == 3)
    }
    #expect(UsedPasscodes().text != UsedPasscodes().text, "the salt differs from machine to machine")
  }

  @Test(arguments: ["", "some other text\n", "journey used codes 1\n", "journey used codes 1\nsalt 00\nhalf a line", "\u{0}\u{0}"])
  func `a file that was damaged begins again`(_ text: String) async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(text, to: "journey/used-codes")
      let ledger = Self.ledger(folder)
      #expect(try await ledger.lease(Self.key, at: Self.now).step == Self.step)
      #expect(try await Self.ledger(folder).lease(Self.key, at: Self.now).step == Self.step + 1)
      #expect(ledger.problem == nil)
    }
  }

  @Test func `without a folder the run remembers by itself, and says so once`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("a file", to: "journey")
      let ledger = Self.ledger(folder)
      let first = try await ledger.lease(Self.key, at: Self.now)
      #expect(first.step == Self.step && first.extent == .run)
      let problem = try #require(first.problem)
      #expect(problem.contains("'\(folder.path)/journey/used-codes' cannot be written: "))
      let second = try await ledger.lease(Self.key, at: Self.now)
      #expect(second.step == Self.step + 1 && second.problem == nil)
      #expect(ledger.problem == problem)
    }
    for environment in [[:], ["XDG_CACHE_HOME": "", "HOME": ""], ["XDG_CACHE_HOME": "cache"]] {
      #expect(PasscodeLedger(environment: environment).problem?.hasSuffix("XDG_CACHE_HOME nor HOME is the path of a folder") == true)
    }
  }

  @Test func `a code that is more than five minutes away is not waited for`() async throws {
    try await TemporaryFolder.with { folder in
      let ledger = Self.ledger(folder)
      for _ in 0...10 { _ = try await ledger.lease(Self.key, at: Self.now) }
      let failure = await #expect(throws: DriverError.self) { try await ledger.lease(Self.key, at: Self.now) }
      #expect(failure?.message.contains("for the next 5 minutes is taken by other cases on this machine") == true)
      #expect(try await ledger.lease(Self.key, at: Self.now + .seconds(30)).step == Self.step + 11, "it becomes free with time")
    }
  }

  @Test func `a clock that was years ahead does not hold codes back`() async throws {
    try await TemporaryFolder.with { folder in
      _ = try await Self.ledger(folder).lease(Self.key, at: Self.now + .seconds(100_000_000))
      #expect(try await Self.ledger(folder).lease(Self.key, at: Self.now).step == Self.step)
    }
  }
}
