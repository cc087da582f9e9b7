import JourneyTestSupport
import Testing

/// Whoever may change a project must not choose which file a run of it overwrites.
struct PlantedLinkTests {
  /// An option that writes, in a project with a log of an earlier run.
  struct Writer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// `OUT` stands for the path that is written to, a file or a folder.
    var arguments: [String]
    var writesFolder = false

    init(_ arguments: String..., writesFolder: Bool = false) {
      testDescription = arguments.joined(separator: " ")
      self.arguments = arguments
      self.writesFolder = writesFolder
    }

    func arguments(_ path: String, _ outside: TemporaryFolder) -> [String] {
      arguments.map { $0.replacing("OUT", with: path).replacing("POLICY", with: outside.file("policy.yaml")) }
    }

    static let files = [
      Writer("run", "journeys", "--log", "OUT"), Writer("run", "journeys", "--log", "OUT", "--policy", "POLICY"),
      Writer("run", "journeys", "--junit", "OUT"), Writer("run", "journeys", "--html", "OUT"), Writer("run", "journeys", "--json", "OUT"),
      Writer("run", "journeys", "--tap", "OUT"), Writer("run", "journeys", "--markdown", "OUT"),
      Writer("report", "--from", "run.jsonl", "--junit", "OUT"), Writer("report", "--from", "run.jsonl", "--html", "OUT"),
      Writer("merge", "run.jsonl", "--log", "OUT"), Writer("map", "--tenant", "acme", "--html", "OUT"),
      Writer("map", "--tenant", "acme", "--mermaid", "OUT"), Writer("map", "--json", "OUT"),
    ]
    static let folders = [
      Writer("run", "journeys", "--junit", "OUT/", writesFolder: true), Writer("run", "journeys", "--attach", "OUT", writesFolder: true),
      Writer("report", "--from", "run.jsonl", "--junit", "OUT/", writesFolder: true),
      Writer("report", "--from", "run.jsonl", "--attach", "OUT", writesFolder: true),
    ]
  }

  private static let scenarios = """
    journey: Fails
    steps:
      - screen: password

    """

  /// A project next to a folder that is not its own, with a file in it.
  private static func withProject(_ body: (_ project: TemporaryFolder, _ outside: TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.with { outside in
      try outside.write("kept\n", to: "kept")
      try outside.write("commands:\n  - run: [echo, hello]\n", to: "policy.yaml")
      try outside.write("<p>kept</p>\n", to: "case-old-01234567.html")
      try await TemporaryFolder.with { project in
        for name in ["acme.yaml", "acme.screens.yaml"] {
          try project.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name)
        }
        let tenants = "default: acme\ntenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n"
        try project.write(tenants, to: "journeys/tenants.yaml")
        try project.write(scenarios, to: "journeys/a.yaml")
        _ = try await BuiltCommand.run("run", "journeys", "--log", "run.jsonl", in: project.path)
        try await body(project, outside)
      }
      #expect(try outside.names() == ["case-old-01234567.html", "kept", "policy.yaml"])
      #expect(try outside.text(of: "kept") == "kept\n")
    }
  }

  @Test(arguments: Writer.files) func `a link in the place of a file gives way to the file`(writer: Writer) async throws {
    try await Self.withProject { project, outside in
      try project.link("out", to: outside.file("kept"))
      let outcome = try await BuiltCommand.run(writer.arguments("out", outside), in: project.path)
      #expect(outcome.code == 0 || outcome.code == 1, "\(outcome.error)")
      #expect(try !project.text(of: "out").hasPrefix("kept"))
    }
  }

  @Test(arguments: Writer.files) func `a link that leads nowhere makes no file elsewhere`(writer: Writer) async throws {
    try await Self.withProject { project, outside in
      try project.link("out", to: outside.file("made"))
      _ = try await BuiltCommand.run(writer.arguments("out", outside), in: project.path)
    }
  }

  @Test(arguments: Writer.files + Writer.folders)
  func `nothing is written where a folder is a link that leads out of the project`(writer: Writer) async throws {
    try await Self.withProject { project, outside in
      try project.link("reports", to: outside.path)
      for path in writer.writesFolder ? ["reports", "reports/new"] : ["reports/kept", "reports/new"] {
        let outcome = try await BuiltCommand.run(writer.arguments(path, outside), in: project.path)
        #expect(outcome.error.contains("a link would lead out of the project"), "\(outcome.error)")
      }
    }
  }

  @Test func `a linked folder of the project itself is written to`() async throws {
    try await Self.withProject { project, _ in
      try project.makeFolder("real")
      try project.link("reports", to: project.file("real"))
      let outcome = try await BuiltCommand.run(
        "run", "journeys", "--log", "reports/run.jsonl", "--junit", "reports/j.xml", in: project.path)
      #expect(outcome.code == 1, "\(outcome.error)")
      #expect(try TemporaryFolder(path: project.file("real")).names() == ["j.xml", "run.jsonl"])
    }
  }

  @Test func `a link of the machine itself may be on the way`() async throws {
    try await Self.withProject { project, _ in
      try await TemporaryFolder.with { elsewhere in
        try elsewhere.makeFolder("real")
        try elsewhere.link("reports", to: elsewhere.file("real"))
        _ = try await BuiltCommand.run("run", "journeys", "--log", elsewhere.file("reports/run.jsonl"), in: project.path)
        #expect(try TemporaryFolder(path: elsewhere.file("real")).names() == ["run.jsonl"])
      }
    }
  }

  @Test(arguments: ["file", "folder", "above"])
  func `the folder of scenarios is no link to what is outside of the project`(target: String) async throws {
    try await TemporaryFolder.with { outside in
      try outside.write("machine x password hush-hush-1\n", to: "netrc")
      try outside.write("journey: Hush hush\nsteps:\n  - finish: hush\n", to: "other/hush.yaml")
      try outside.makeFolder("project/.git")
      let project = TemporaryFolder(path: outside.file("project"))
      try project.link("journeys", to: ["file": outside.file("netrc"), "folder": outside.file("other")][target] ?? outside.path)
      for words in [["check"], ["run", "journeys", "--log", "run.jsonl", "--junit", "j.xml"], ["list", "journeys"]] {
        let outcome = try await BuiltCommand.run(words, in: project.path)
        #expect(outcome.code == 2 && outcome.error.contains("'journeys' is a link that leads outside the project"), "\(outcome)")
        #expect(!(outcome.output + outcome.error).contains("ush"), "\(outcome)")
      }
      let written = try project.text(of: "run.jsonl") + project.text(of: "j.xml")
      #expect(!written.contains("ush"))
    }
  }

  @Test func `a log still goes to a stream of the process`() async throws {
    try await Self.withProject { project, _ in
      let outcome = try await BuiltCommand.run("run", "journeys", "--log", "/dev/stderr", in: project.path)
      #expect(outcome.error.contains("\"kind\":\"run-started\""))
    }
  }

  @Test func `a recording is not added to a file outside of the project`() async throws {
    try await Self.withProject { project, outside in
      try project.link("journeys/new.yaml", to: outside.file("kept"))
      let outcome = try await BuiltCommand.run("record", "journeys/new.yaml", in: project.path)
      #expect(outcome.code != 0)
    }
  }
}
