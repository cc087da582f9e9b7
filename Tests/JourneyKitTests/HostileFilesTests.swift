import Diagnostics
import JourneyReports
import JourneyTestSupport
import Testing

@testable import JourneyKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Every key that names a file, held against every file that must not be read: a project may be a stranger's.
struct HostileFilesTests {
  /// A key that names the file `_hostile.yaml`.
  struct Reader: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var scenario = "journey: A\nsteps:\n  - finish:\n"
    var tenants = SampleProject.mocked
    /// Changes the mock's definition.
    var include: String?

    static let all = [
      Reader(testDescription: "use", scenario: "journey: A\nsteps:\n  - use: _hostile.yaml\n  - finish:\n"),
      Reader(testDescription: "csv", scenario: "journey: A\nexamples: {csv: _hostile.yaml}\nsteps:\n  - finish:\n"),
      Reader(testDescription: "json", scenario: "journey: A\nexamples: {json: _hostile.yaml}\nsteps:\n  - finish:\n"),
      Reader(testDescription: "mock", tenants: "default: acme\ntenants:\n  acme: {dialect: journey-flow, mock: _hostile.yaml}\n"),
      Reader(testDescription: "include", include: "journeys/_hostile.yaml"),
      Reader(testDescription: "ca", tenants: live("tls: {ca: _hostile.yaml}")),
    ]

    private static func live(_ line: String) -> String {
      """
      default: acme
      tenants:
        acme:
          dialect: journey-flow
          issuer: https://acme.test
          client: {id: web, redirect_uri: "https://app.acme.test/callback"}
          \(line)

      """
    }
  }

  /// What lies where a plain file should.
  enum Hostile: String, Sendable, CaseIterable {
    case linkOut, linkedFolder, device, pipe, folder

    /// What any of the messages has to say.
    var reasons: [String] {
      switch self {
      case .linkOut, .linkedFolder, .device: ["it is outside the project", "it is a link that leads outside the project"]
      case .pipe: ["it is not a regular file"]
      case .folder: ["it is a folder"]
      }
    }

    func place(in folder: TemporaryFolder, outside: TemporaryFolder) throws {
      let name = "journeys/_hostile.yaml"
      switch self {
      case .linkOut: try folder.link(name, to: outside.file("secret.yaml"))
      case .linkedFolder: try folder.link(name, to: outside.path)
      case .device: try folder.link(name, to: "/dev/zero")
      case .pipe: try #require(mkfifo(folder.file(name), 0o600) == 0)
      case .folder: try folder.makeFolder(name)
      }
    }
  }

  @Test(arguments: Reader.all, Hostile.allCases)
  func `what is no plain file of the project is never read`(reader: Reader, hostile: Hostile) async throws {
    try await TemporaryFolder.with { outside in
      try outside.write("params: {hush-hush: required}\nsteps: []\n", to: "secret.yaml")
      var files = ["journeys/a.yaml": reader.scenario]
      if let include = reader.include {
        let mock = try Fixtures.text(of: "fixtures/tenants/acme.yaml")
        files["acme.yaml"] = mock.replacing("acme.screens.yaml", with: include)
      }
      try await SampleProject.with(files, tenants: reader.tenants) { project in
        try hostile.place(in: project.folder, outside: outside)
        let run = project.run()
        #expect(run.isRefused)
        let text = DiagnosticRenderer().render(run.diagnostics)
        #expect(hostile.reasons.contains { text.contains("cannot be read: \($0)") }, "\(text)")
        #expect(!text.contains("hush-hush"))
      }
    }
  }

  @Test(arguments: Hostile.allCases)
  func `what lies where defaults of a folder would is never read`(hostile: Hostile) async throws {
    try await TemporaryFolder.with { outside in
      try outside.write("description: hush-hush\nsteps: []\n", to: "secret.yaml")
      try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]) { project in
        try hostile.place(in: project.folder, outside: outside)
        try project.folder.rename("journeys/_hostile.yaml", to: "journeys/_folder.yaml")
        let run = project.run()
        #expect(run.isRefused)
        #expect(!DiagnosticRenderer().render(run.diagnostics).contains("hush-hush"))
      }
    }
  }
}

/// Stored screens, which a run reads and writes.
extension HostileFilesTests {
  private static let scenario = """
    journey: Snapshot
    steps:
      - screen: identification
        name: first
        snapshot: true

    """

  @Test func `a stored screen is neither read nor written where a link leads out of the project`() async throws {
    try await TemporaryFolder.with { outside in
      try await SampleProject.with(["journeys/a.yaml": Self.scenario]) { project in
        try outside.makeFolder("a%23snapshot")
        try project.folder.link("journeys/__screens__", to: outside.path)
        var events = FailureEvents()
        let broken = try await project.run { $0.updatesSnapshots = true }.walk(log: nil, into: &events).verdict
        #expect(broken == .broken)
        #expect(try Fixtures.filesBelow(absolute: outside.path) == [])
        try outside.write("{\"hush\": \"hush\"}", to: "a%23snapshot/first.json")
        let again = try await project.run().walk(log: nil, into: &events).verdict
        #expect(again == .broken)
        #expect(events.mismatches == [])
      }
    }
  }
}

/// What is in the place of a screen that is to be stored.
extension HostileFilesTests {
  @Test func `a pipe in the place of a stored screen is refused at once`() async throws {
    try await SampleProject.with(["journeys/a.yaml": Self.scenario]) { project in
      try project.folder.makeFolder("journeys/__screens__/a%23snapshot")
      try #require(mkfifo(project.folder.file("journeys/__screens__/a%23snapshot/first.json"), 0o600) == 0)
      for updates in [true, false] {
        var events = FailureEvents()
        #expect(try await project.run { $0.updatesSnapshots = updates }.walk(log: nil, into: &events).verdict == .broken)
      }
    }
  }
}

/// Folders that are looked through for scenarios.
extension HostileFilesTests {
  @Test func `a folder that a link leads to out of the project is not looked through`() async throws {
    try await TemporaryFolder.with { outside in
      try outside.write("journey: Hush hush\nsteps:\n  - finish:\n", to: "deep/hush.yaml")
      try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]) { project in
        try project.folder.link("journeys/more", to: outside.path)
        let run = project.run()
        #expect(run.problems == ["unreadable-file: 'journeys/more' is a link that leads outside the project"])
      }
    }
  }
}
