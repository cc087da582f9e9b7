import JourneyTestSupport
import Testing

struct MapCommandTests {
  private static let arguments = ["map", "journeys/sign-in", "--tenant", "acme", "--jobs", "1"]

  @Test func `it says every way of the screens that are walked, and who walked it`() async throws {
    let outcome = try await BuiltCommand.run(Self.arguments)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    try expectGolden(outcome.output, "map.txt")
  }

  @Test func `the other formats say the same, and need nothing else`() async throws {
    try await TemporaryFolder.with { folder in
      let files = [
        "--html", folder.file("m.html"), "--mermaid", folder.file("m.mmd"), "--json", folder.file("m.json"), "--dot", folder.file("m.dot"),
      ]
      let outcome = try await BuiltCommand.run(Self.arguments + files)
      #expect(outcome.code == 0)
      try expectGolden(try folder.text(of: "m.mmd"), "map.mmd")
      #expect(try folder.text(of: "m.dot").hasPrefix("digraph \"acme\" {\n"))
      #expect(try folder.text(of: "m.html").contains("<svg"))
      let page = try folder.text(of: "m.html")
      #expect(page.contains("id=\"screen-password\"") && page.contains("<summary>the screen</summary>"))
      #expect(page.contains("On every screen: "))
      #expect(try folder.text(of: "m.json").hasPrefix("{\"v\":1,\"tenant\":\"acme\""))
    }
  }

  @Test func `the scenarios of a mock are walked on another one, as in a run`() async throws {
    let outcome = try await BuiltCommand.run("map", "journeys/sign-in", "--tenant", "acme=acme-next")
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(outcome.output.hasPrefix("acme-next with the scenarios of acme: "))
    // The new screen is there, which acme does not have.
    #expect(outcome.output.contains("terms"), "\(outcome.output)")
    #expect(!outcome.output.contains(" 0 are walked"))
  }

  @Test func `expectations that another version does not meet stop no walk, and wrong files only theirs`() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write(
        "tenant: draft\nextends: acme.yaml\nissuer: https://draft.test\nchanges: {messages.wrong.en: Not that one.}\n",
        to: "draft.yaml")
      try folder.write(
        """
        default: acme
        tenants:
          acme: {dialect: journey-flow, mock: ../acme.yaml}
          draft: {like: acme, mock: ../draft.yaml}

        """, to: "journeys/tenants.yaml")
      try folder.write(
        """
        journey: A wrong password
        account: jane
        steps:
          - screen: identification
            answers: {identifier: "${account.email}"}
          - screen: password
            widgets: {password: {label: "a label of another version"}}
            answers: {password: wrong}
          - screen: password
            messages: any
            answers: {password: "${account.password}"}
          - finish:

        """, to: "journeys/a.yaml")
      let outcome = try await BuiltCommand.run("map", "journeys", "--tenant", "acme=draft", in: folder.path)
      #expect(outcome.code == 0 && outcome.output.contains("signed in"), "\(outcome.output)\(outcome.error)")
      let walked = outcome.output.split(separator: "\n").filter { $0.contains("→ signed in") && !$0.hasPrefix("-") }
      #expect(!walked.isEmpty, "\(outcome.output)")
      try folder.write("journey: B\nsteps: [{screen: password, pres: x}]\n", to: "journeys/b.yaml")
      #expect(try await BuiltCommand.run("map", "journeys", in: folder.path).code == 2)
      let kept = try await BuiltCommand.run("map", "journeys", "--keep-going", in: folder.path)
      #expect(kept.code == 2 && kept.output.hasPrefix("acme: ") && kept.error.contains("journeys/b.yaml:2"), "\(kept.output)\(kept.error)")
    }
  }

  @Test func `it fails where too little is walked`() async throws {
    let less = try await BuiltCommand.run(Self.arguments + ["--fail-under", "99.5"])
    #expect(less.code == 1)
    #expect(less.error == "error: acme: 16 of 85 paths that can be taken are walked, 18.8 %; --fail-under requires 99.5 %\n")
    #expect(try await BuiltCommand.run(Self.arguments + ["--fail-under", "1"]).code == 0)
    #expect(try await BuiltCommand.run(Self.arguments + ["--fail-under", "101"]).code == 64)
  }

  @Test func `a log is drawn without a walk`() async throws {
    try await TemporaryFolder.with { folder in
      let log = folder.file("run.jsonl")
      _ = try await BuiltCommand.run("run", "journeys/sign-in", "--seed", "7", "--quiet", "--log", log)
      let drawn = try await BuiltCommand.run(Self.arguments + ["--from", log])
      #expect(drawn.output == (try await BuiltCommand.run(Self.arguments)).output)
    }
  }

  @Test func `an unknown tenant is refused`() async throws {
    let outcome = try await BuiltCommand.run("map", "--tenant", "acmee")
    #expect(outcome.code == 2)
    #expect(outcome.error.contains("did you mean 'acme'?"))
  }
}
