import JourneyTestSupport
import Testing

/// A sentence of a page that is no label, heading or message: whoever compares two walks, or a walk with a stored screen, sees it.
struct PageTextChangeTests {
  private static let passwords = ["ANN_PASSWORD": SmallSite.password]
  private static let price = "'log-in': it now says 'You pay 5 EUR a month.'."
  private static let consent = "form '/login' is sent by POST to '/login' with 'consent=all'"

  private static let scenario = """
    journey: The form looks as agreed
    steps:
      - screen: log-in
        snapshot: form

    """

  private static func withProject(_ body: (SmallSite, TemporaryFolder) async throws -> Void) async throws {
    try await SmallSite.serve { site, address in
      try await TemporaryFolder.with { folder in
        let begun = try await BuiltCommand.run(
          ["init", "--site", "\(address)/login", "--user", "ann"], environment: passwords, in: folder.path)
        #expect(begun.code == 0, "\(begun)")
        try await body(site, folder)
      }
    }
  }

  @Test func `two logs differ in it, once, and it can be allowed`() async throws {
    try await Self.withProject { site, folder in
      for (name, fault) in [("a", SmallSite.Fault.none), ("b", .none), ("d", .consents), ("c", .charges)] {
        site.become(fault)
        let walked = try await BuiltCommand.run(
          ["run", "journeys/sign-in.yaml", "--log", "\(name).jsonl"], environment: Self.passwords, in: folder.path)
        #expect(walked.code == 0, "\(walked)")
      }
      let same = try await BuiltCommand.run("diff", "a.jsonl", "b.jsonl", in: folder.path)
      #expect(same.code == 0 && same.output.hasSuffix("\nno change\n"), "\(same)")
      let held = try await BuiltCommand.run("diff", "a.jsonl", "b.jsonl", "c.jsonl", in: folder.path)
      #expect(held.code == 1 && held.output.hasPrefix("a.jsonl → c.jsonl") && held.output.contains(Self.price), "\(held)")
      let sent = try await BuiltCommand.run("diff", "a.jsonl", "d.jsonl", in: folder.path)
      #expect(sent.code == 1 && sent.output.contains("\nPROTOCOL\n1  'log-in': \(Self.consent), previously"), "\(sent)")
      #expect(sent.output.hasSuffix("\n1 change: 1 protocol\n"), "\(sent)")
      let files = ["--markdown", "d.md", "--json", "d.json", "--html", "d.html"]
      let other = try await BuiltCommand.run(["diff", "a.jsonl", "c.jsonl", "--fail-on", "wording"] + files, in: folder.path)
      #expect(other.code == 1 && other.output.contains("\nWORDING\n1  \(Self.price)\n"), "\(other)")
      #expect(other.output.hasSuffix("\n1 change: 1 wording\n"), "\(other)")
      for file in ["d.md", "d.json", "d.html"] { #expect(try folder.text(of: file).contains("You pay 5 EUR a month."), "\(file)") }
      let walked = try await BuiltCommand.run(
        ["diff", "--before", "a.jsonl", "journeys/sign-in.yaml"], environment: Self.passwords, in: folder.path)
      #expect(walked.code == 1 && walked.output.contains(Self.price), "\(walked)")
      let id = "live:log-in:page-text:1"
      try folder.write("\(id): {now: You pay 5 EUR a month., reason: it was decided}\n", to: "allowed.yaml")
      let allowed = try await BuiltCommand.run("diff", "a.jsonl", "c.jsonl", "--allow", "allowed.yaml", in: folder.path)
      #expect(allowed.code == 0, "\(allowed)")
    }
  }

  @Test func `a stored screen differs in it, and one without a page does not`() async throws {
    try await Self.withProject { site, folder in
      try folder.write(Self.scenario, to: "journeys/form.yaml")
      let run = { (flags: [String]) in
        try await BuiltCommand.run(["run", "journeys/form.yaml"] + flags, environment: Self.passwords, in: folder.path)
      }
      #expect(try await run(["--update-snapshots"]).code == 0)
      let file = "journeys/__screens__/form%23the-form-looks-as-agreed/form.json"
      let stored = try folder.text(of: file)
      #expect(stored.contains("\"Request …, …\"") || stored.contains("\"Request … …\""), "\(stored)")
      #expect(try await run([]).code == 0)
      site.become(.charges)
      let changed = try await run([])
      #expect(changed.code == 1 && changed.output.contains("the page of snapshot 'form'"), "\(changed)")
      #expect(changed.output.contains("You pay 5 EUR a month."), "\(changed)")
      site.become(.consents)
      let sent = try await run([])
      #expect(sent.code == 1 && sent.output.contains("the behaviour of the page of snapshot 'form'"), "\(sent)")
      #expect(sent.output.contains(Self.consent), "\(sent)")
      let end = try #require(stored.firstRange(of: ",\n  \"page\""))
      try folder.write(stored[..<end.lowerBound] + "\n}\n", to: file)
      #expect(try await run([]).code == 0)
    }
  }
}
