import Encodings
import FoundationEssentials
import JourneyTestSupport
import Testing

/// `journey import okta --org`, by the built command over a socket.
@Suite(.serialized) struct ImportOrgCommandTests {
  private static let source = "\(Fixtures.packageRoot)/fixtures/imports/okta-heron"
  private static let variables = ["OKTA_TOKEN": MadeManagementAPI.token]
  private static let names = ["heron.report.json", "heron.report.md", "heron.yaml"]

  private static func written(_ folder: TemporaryFolder, _ journeys: String = "journeys") throws -> [String] {
    try names.map { try folder.text(of: "\(journeys)/_mock/heron/\($0)") }
  }

  @Test func `an org read over a socket, the folder that it is saved to, and the folder that it is made of give the same bytes`()
    async throws
  {
    try await TemporaryFolder.with { folder in
      _ = try await BuiltCommand.run(["import", "okta", Self.source, "--as", "heron", "--into", "of-folder"], in: folder.path)
      try await ServedManagementAPI.serve(MadeManagementAPI()) { address in
        let live = try await BuiltCommand.run(
          ["import", "okta", "--org", address, "--save", "kept", "--as", "heron"], environment: Self.variables, in: folder.path)
        #expect(live.code == 0, "\(live.error)")
        #expect(live.error == "")
        #expect(live.output.hasPrefix("wrote 17 files to kept\nwrote journeys/_mock/heron/heron.yaml\n"), "\(live.output)")
      }
      #expect(try folder.permissions(of: "kept") & 0o777 == 0o700)
      for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kept") {
        #expect(try folder.permissions(of: "kept/\(file)") & 0o777 == 0o600, "\(file)")
      }
      let again = try await BuiltCommand.run(["import", "okta", "kept", "--as", "heron", "--into", "of-kept"], in: folder.path)
      #expect(again.code == 0, "\(again.error)")
      let first = try Self.written(folder, "of-folder")
      #expect(try Self.written(folder) == first)
      #expect(try Self.written(folder, "of-kept") == first)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.contains(".") {
        let text = try folder.text(of: path)
        for secret in [MadeManagementAPI.token, "Heron-secret-never-written-71"] { #expect(!text.contains(secret), "\(path)") }
      }
    }
  }

  @Test func `without save nothing but the mock and its report is written`() async throws {
    try await TemporaryFolder.with { folder in
      try await ServedManagementAPI.serve(MadeManagementAPI(pageSize: 200)) { address in
        let live = try await BuiltCommand.run(
          ["import", "okta", "--org", address, "--as", "heron"], environment: Self.variables, in: folder.path)
        #expect(live.code == 0, "\(live.error)")
      }
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }.count == 3)
    }
  }

  @Test func `a scope that is refused, and a wait, are said on standard error, and strict fails on what is missing`() async throws {
    let api = try MadeManagementAPI { target, before in
      if target.hasPrefix("/api/v1/zones") { return MadeManagementAPI.refusal(403) }
      return target == "/api/v1/apps?limit=200" && before == 0
        ? MadeManagementAPI.json(.array([]), status: 429, headers: ["Retry-After": "0"]) : nil
    }
    try await TemporaryFolder.with { folder in
      try folder.write("OKTA_READ=\(MadeManagementAPI.token)\n", to: "secrets.env")
      try await ServedManagementAPI.serve(api) { address in
        let live = try await BuiltCommand.run(
          ["import", "okta", "--org", address, "--as", "heron", "--token", "OKTA_READ", "--secrets", "secrets.env", "--strict"],
          in: folder.path)
        #expect(live.code == 1)
        #expect(
          live.error.hasPrefix(
            "warning: waiting 0 s: the org's limit of requests is used up\n"
              + "warning: missing: network zones: the org refused it (403): it takes the scope 'okta.networkZones.read', "
              + "and a role that may read it\n"), "\(live.error)")
        #expect(live.error.contains("\"missing: answer to zones\": "), "\(live.error)")
        #expect(!(live.error + live.output).contains(MadeManagementAPI.token))
      }
    }
  }

  @Test func `an org that cannot be read ends with 3, and nothing is written`() async throws {
    try await TemporaryFolder.with { folder in
      try await HeldPort.closed { port in
        let closed = try await BuiltCommand.run(
          ["import", "okta", "--org", port.address, "--save", "kept", "--as", "heron"], environment: Self.variables, in: folder.path)
        #expect(closed.code == 3)
        #expect(closed.error.contains("the connection to '") && closed.error.contains("was refused"), "\(closed.error)")
      }
      let hostile = try MadeManagementAPI { target, _ in
        target.hasPrefix("/api/v1/apps") ? MadeManagementAPI.json(.array([]), headers: ["Link": "<https://evil.test/>; rel=\"next\""]) : nil
      }
      try await ServedManagementAPI.serve(hostile) { address in
        let refused = try await BuiltCommand.run(
          ["import", "okta", "--org", address, "--save", "kept", "--as", "heron"], environment: Self.variables, in: folder.path)
        #expect(refused.code == 3)
        #expect(
          refused.error.contains("the list of apps goes on at 'https://evil.test', and only '\(address)' is asked"), "\(refused.error)")
      }
      #expect(try folder.names() == [])
    }
  }

  @Test func `a policy holds for an import, too`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("project/journeys")
      let project = TemporaryFolder(path: folder.file("project"))
      let arguments = ["--as", "heron", "--policy", "../policy.yaml"]
      try await ServedManagementAPI.serve(MadeManagementAPI()) { address in
        for (policy, code) in [
          ("origins: [\(address)]\nsecrets: {OKTA_TOKEN: \"\(address)\"}\n", Int32(0)), ("origins: [\(address)]\n", 2),
          ("origins: [https://acme.okta.com]\nsecrets: {OKTA_TOKEN: https://acme.okta.com}\n", 2),
        ] {
          try folder.write(policy, to: "policy.yaml")
          let run = try await BuiltCommand.run(
            ["import", "okta", "--org", address] + arguments, environment: Self.variables, in: project.path)
          #expect(run.code == code, "\(policy) \(run.error)")
        }
      }
    }
  }

  @Test(arguments: [
    (["--org", "https://heron.okta.test", "--token", MadeManagementAPI.token], Int32(64), "--token takes the name of a secret"),
    (
      ["--org", "https://heron.okta.test", "--token", "00aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcd"], 64,
      "--token takes the name of a secret"
    ),
    (["https://heron.okta.test"], 64, "'https://heron.okta.test' is an address: write --org in front of it"),
    (["--save", "kept"], 64, "--save is for --org"), (["org", "--policy", "p"], 64, "--policy is for --org"),
    (["org", "--org", "https://heron.okta.test"], 64, "Give the folder with the responses, or --org"),
    ([], 64, "Give the folder with the responses, or --org"),
    (["--org", "http://heron.okta.test"], 2, "over 'http://' the token would travel unencrypted"),
    (["--org", "https://heron.okta.test"], 2, "the secret 'OKTA_TOKEN' is not set"),
    (["--org", "https://heron.okta.test", "--save", ""], 64, "--save is empty"),
  ])
  func `what is wrong is said before anything is sent, and the token is not shown`(_ more: [String], _ code: Int32, _ message: String)
    async throws
  {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(["import", "okta"] + more + ["--as", "heron"], in: folder.path)
      #expect(outcome.code == code)
      #expect(outcome.error.contains(message), "\(outcome.error)")
      for part in ["eyJhbGci", "00aBcDeF"] { #expect(!(outcome.error + outcome.output).contains(part)) }
      #expect(try folder.names() == [])
    }
  }

  private static let tools = ["/usr/bin/curl", "/usr/bin/jq"].allSatisfy(FileManager.default.isExecutableFile)

  @Test(.enabled(if: tools)) func `the recipe of the page and the command ask for the same, and the same is imported from both`()
    async throws
  {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/ImportOkta.md")
    let recipe = try #require(page.split(separator: "```sh\n").first { $0.contains("get() {") }?.split(separator: "```").first)
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("bin")
      try folder.link("bin/journey", to: BuiltCommand.path)
      let (by, other) = (try MadeManagementAPI(), try MadeManagementAPI())
      try await ServedManagementAPI.serve(by) { address in
        let environment = [
          "ORG": address, "TOKEN": MadeManagementAPI.token, "PATH": "\(folder.file("bin")):/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
        ]
        var child = try ChildProcess("/bin/sh", ["-c", String(recipe)], environment: environment, folder: folder.path)
        #expect(await child.end() == .exited(0), "\(child.error.text)")
      }
      try await ServedManagementAPI.serve(other) { address in
        let live = try await BuiltCommand.run(
          ["import", "okta", "--org", address, "--as", "heron", "--into", "live"], environment: Self.variables, in: folder.path)
        #expect(live.code == 0, "\(live.error)")
        #expect(Set(await by.requests.map(\.url.requestTarget)) == Set(await other.requests.map(\.url.requestTarget)))
      }
      for name in Self.names {
        #expect(
          try folder.text(of: "journeys/_mock/workforce/\(name.replacing("heron", with: "workforce"))").replacing(
            "workforce", with: "heron")
            == folder.text(of: "live/_mock/heron/\(name)"))
      }
    }
  }
}
