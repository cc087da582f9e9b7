import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A run of five sign-ins that a signal meets at one of its requests, and what it left.
struct InterruptedRun {
  static let cases = 5
  /// What stood in the place of each report before.
  static let before = "what an earlier run wrote"
  static let reports = ["junit.xml", "run.json", "run.tap", "summary.md"]

  let signal: Int32
  let point: Int

  private var note: Comment { "signal \(signal) at request \(point)" }

  /// Runs, and judges what is left.
  func judge() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("tmp")
      for name in Self.reports { try folder.write(Self.before, to: name) }
      let tenant = HeldTenant(holdingAt: point)
      let outcome = try await tenant.serve { address in
        try Self.write(to: folder, tenantAt: address)
        return try await BuiltCommand.run(Self.arguments, environment: ["TMPDIR": folder.file("tmp")], in: folder.path) { child in
          await tenant.isHolding.wait()
          child.kill(signal)
        }
      }
      #expect(try Fixtures.filesBelow(absolute: folder.file("tmp")) == [], note)
      let names = Set(try folder.names())
      let left = ["journeys", "run.jsonl", "tmp"]
      if signal == SIGKILL {
        // What an earlier run said would be taken for what this one found.
        #expect(outcome.ending == .signalled(SIGKILL), note)
        #expect(names == Set(left), note)
      } else {
        #expect(names == Set(Self.reports + left), note)
        try judgeEnded(outcome, folder)
      }
      try await judgeLog(in: folder)
    }
  }

  /// An interrupted run reports the result of every case.
  private func judgeEnded(_ outcome: BuiltCommand.Outcome, _ folder: TemporaryFolder) throws {
    #expect(outcome.code == (signal == SIGINT ? 130 : 143), note)
    // One case more is the run itself, which is an error.
    let listed = try XMLTree.root(of: folder.text(of: "junit.xml")).descendants("testcase")
    let cases = listed.filter { $0.first("error") == nil }
    #expect(listed.count == Self.cases + 1, note)
    let skipped = cases.filter { $0.first("skipped") != nil }
    #expect(cases.count == Self.cases, note)
    #expect(!skipped.isEmpty && cases.allSatisfy { $0.first("failure") == nil }, note)
    #expect(cases.suffix(skipped.count).allSatisfy { $0.first("skipped")?["message"]?.contains("interrupted") == true }, note)
    for name in Self.reports { #expect(try folder.text(of: name) != Self.before, note) }
  }

  /// The log describes an interrupted run, as far as it goes.
  private func judgeLog(in folder: TemporaryFolder) async throws {
    let later = try await BuiltCommand.run("report", "--from", "run.jsonl", "--junit", "later.xml", in: folder.path)
    #expect(later.code == ([SIGTERM, SIGHUP].contains(signal) ? 143 : 130), note)
    _ = try XMLTree.root(of: folder.text(of: "later.xml"))
  }

  private static let arguments = [
    "run", "--jobs", "1", "--junit", "junit.xml", "--json", "run.json", "--tap", "run.tap", "--markdown", "summary.md", "--log",
    "run.jsonl",
  ]

  private static func write(to folder: TemporaryFolder, tenantAt address: String) throws {
    let tenants = """
      tenants:
        acme:
          dialect: journey-flow
          issuer: \(address)
          client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid, profile, email]}
          accounts: {jane: {email: jane@acme.test, password: Jane-horse-11}}

      """
    let steps = """
      account: jane
      steps:
        - screen: identification
          answers: {identifier: "${account.email}"}
        - screen: password
          answers: {password: "${account.password}"}
        - finish:

      """
    try folder.write(tenants, to: "journeys/tenants.yaml")
    for number in 1...cases { try folder.write("journey: Sign in \(number)\n" + steps, to: "journeys/\(number).yaml") }
  }
}
