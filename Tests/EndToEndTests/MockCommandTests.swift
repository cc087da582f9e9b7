import FoundationEssentials
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct MockCommandTests {
  /// A part of the shipped journeys: CI runs all of them over HTTP.
  @Test(arguments: ["1", "8"])
  func `shipped journeys pass on a mock that is served`(jobs: String) async throws {
    try await TemporaryFolder.with { folder in
      let acme = try await Self.serve("acme", folder) { acmePort in
        let harbor = try await Self.serve("harbor", folder) { harborPort in
          let outcome = try await BuiltCommand.run(
            "run", "journeys/sign-in", "journeys/session", "--jobs", jobs, "--mock-at", "acme=http://127.0.0.1:\(acmePort)", "--mock-at",
            "acme-hosted=http://127.0.0.1:\(acmePort)", "--mock-at", "harbor=http://127.0.0.1:\(harborPort)")
          #expect(outcome.code == 0, "\(outcome.output)")
          let inProcess = try await BuiltCommand.run("run", "journeys/sign-in", "journeys/session", "--jobs", jobs)
          #expect(inProcess.code == 0, "\(inProcess.output)")
          #expect(Self.verdicts(outcome) == Self.verdicts(inProcess))
        }
        #expect(harbor.ending == .exited(0), "\(harbor.error)")
      }
      #expect(acme.ending == .exited(0), "\(acme.error)")
      #expect(acme.output.contains("POST /flow/api/v1/init 200"), "\(acme.output.prefix(500))")
    }
  }

  @Test func `several tenants are served side by side, each at a port of its own`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run("mock", "harbor", "cove", "--port", "0", "--port-file", folder.file("ports")) { child in
        try await child.waitForError("harbor is served at http://127.0.0.1:")
        try await child.waitForError("cove is served at http://127.0.0.1:")
        // The file is complete once both listen, a moment after the last of them said so.
        var lines: [Substring] = []
        while lines.count < 2, !Task.isCancelled { lines = try folder.text(of: "ports").lines }
        #expect(lines.map { $0.prefix { $0 != " " } } == ["harbor", "cove"])
        let ports = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(Set(ports).count == 2)
        child.kill(SIGTERM)
      }
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
    }
    for flags in [["--issuer", "https://a.test"], ["--record", "x.yaml"]] {
      let refused = try await BuiltCommand.run(["mock", "harbor", "cove", "--port", "0"] + flags)
      #expect(refused.code == 64 && refused.error.contains("\(flags[0]) is for one tenant"), "\(refused.error)")
    }
    #expect(try await BuiltCommand.run("mock", "harbor", "harbor").error.contains("A tenant is named twice."))
  }

  /// Serves a tenant while the closure runs, which is given its port, and ends it by a signal.
  private static func serve(
    _ tenant: String, _ folder: TemporaryFolder, _ body: (String) async throws -> Void
  ) async throws -> BuiltCommand.Outcome {
    let portFile = "\(tenant).port"
    return try await BuiltCommand.run("mock", tenant, "--port", "0", "--port-file", folder.file(portFile), "--log") { child in
      try await child.waitForError("\(tenant) is served at http://127.0.0.1:")
      try await body(String(try folder.text(of: portFile).lines.first ?? ""))
      child.kill(SIGTERM)
    }
  }

  /// The verdict of each case, in the same order for every number of jobs.
  private static func verdicts(_ outcome: BuiltCommand.Outcome) -> [String] {
    outcome.output.timeless.lines.filter { $0.hasPrefix("passed") || $0.hasPrefix("skipped") }.map(String.init).sorted()
  }

  @Test func `the control token is taken from the environment, where no list of processes has it`() async throws {
    let refused = try await BuiltCommand.run(
      ["mock", "acme", "--port", "0", "--host", "0.0.0.0"], environment: ["JOURNEY_CONTROL_TOKEN": ""])
    #expect(refused.code == 64)
    #expect(refused.error.contains("it needs --control-token or JOURNEY_CONTROL_TOKEN"), "\(refused.error)")
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(
        ["mock", "acme", "--port", "0", "--host", "0.0.0.0", "--port-file", folder.file("port")],
        environment: ["JOURNEY_CONTROL_TOKEN": "t0ken-of-control"]
      ) { child in
        try await child.waitForError("acme is served at ")
        try await child.waitForError("its pages begin at ")
        child.kill(SIGTERM)
      }
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
    }
  }

  @Test func `a tenant that is no mock is refused with those that are`() async throws {
    let outcome = try await BuiltCommand.run("mock", "acmee", "--port", "0")
    #expect(outcome.code == 2)
    #expect(
      outcome.error.contains(
        "no mock tenant 'acmee': expected one of acme, acme-hosted, acme-next, cascade, cascade-hosted, cascade-lax, cove, fjord"))
  }

  @Test func `a folder that is not there is refused, though a project is near`() async throws {
    let outcome = try await BuiltCommand.run("mock", "acme", "--port", "0", "--project", "nowhere")
    #expect(outcome.code == 2)
    #expect(outcome.error.contains("error: 'nowhere' cannot be read: no such folder [unreadable-file]"), "\(outcome.error)")
  }

  @Test func `a project may do without the usual folder`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("tenants:\n  acme:\n    mock: acme.yaml\n    dialect: journey-flow\n", to: "tenants.yaml")
      try folder.write(
        "tenant: acme\nextends: journey-flow/standard\nclients:\n  - id: web\n    redirect_uris: [https://app.test/cb]\n", to: "acme.yaml")
      let outcome = try await BuiltCommand.run("mock", "acmee", "--port", "0", in: folder.path)
      #expect(outcome.code == 2)
      #expect(!outcome.error.contains("cannot be read"), "\(outcome.error)")
    }
  }

  @Test func `a folder without tenants is told from tenants without a mock`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("", to: "notes.txt")
      let outcome = try await BuiltCommand.run("mock", "acme", "--port", "0", "--project", folder.path)
      #expect(outcome.code == 2)
      let words = "no mock tenant 'acme': no tenants.yaml was found in '\(folder.path)'; --project names another folder"
      #expect(outcome.error.contains(words), "\(outcome.error)")
    }
  }

  @Test func `at the start it says which apps and people there are, and where a person looks further`() async throws {
    let outcome = try await BuiltCommand.run("mock", "acme", "--port", "0") { child in
      try await child.waitForError("control page: http://127.0.0.1:")
      child.kill(SIGTERM)
    }
    #expect(outcome.error.contains("\nclient acme-web: https://app.acme.test/callback, test.acme.app:/callback\n"), "\(outcome.error)")
    #expect(outcome.error.contains("\npeople: jane@acme.test, otto@acme.test, "))
    #expect(!outcome.error.contains("Jane-horse-11"), "passwords are on the page, not in logs of pipelines")
  }

  @Test func `over TLS it writes what clients have to trust, and says how`() async throws {
    try await TemporaryFolder.with { folder in
      let file = folder.file("ca.pem")
      let outcome = try await BuiltCommand.run(
        "mock", "acme", "--port", "0", "--tls", "--tls-name", "mock.acme.test", "--tls-ca-file", file
      ) { child in
        try await child.waitForError("NODE_EXTRA_CA_CERTS=")
        child.kill(SIGTERM)
      }
      #expect(outcome.error.contains("acme is served at https://127.0.0.1:"), "\(outcome.error)")
      #expect(try folder.text(of: "ca.pem").hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    }
  }

  @Test func `an authority that is kept is used again, and its key is nobody else's`() async throws {
    try await TemporaryFolder.with { folder in
      let flags = ["mock", "acme", "--port", "0", "--tls", "--tls-ca-file", folder.file("ca.pem"), "--tls-ca-key", folder.file("ca.key")]
      var certificates: [String] = []
      for words in ["NODE_EXTRA_CA_CERTS=", "clients that trust \(folder.file("ca.pem")) need no change"] {
        let outcome = try await BuiltCommand.run(flags) { child in
          try await child.waitForError(words)
          child.kill(SIGTERM)
        }
        #expect(outcome.ending == .exited(0), "\(outcome.error)")
        certificates.append(try folder.text(of: "ca.pem"))
      }
      #expect(certificates[0] == certificates[1])
      let key = folder.file("ca.key")
      var status = stat()
      #expect(stat(key, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(chmod(key, 0o644) == 0)
      let refused = try await BuiltCommand.run(flags)
      #expect(refused.code == 3)
      #expect(refused.error.contains("others may read it: chmod 600 "), "\(refused.error)")
      #expect(chmod(key, 0o600) == 0)
      try folder.write("-----BEGIN NOTHING-----\n", to: "ca.pem")
      let broken = try await BuiltCommand.run(flags)
      #expect(broken.code == 3)
      #expect(broken.error.contains("are not an authority of a mock"), "\(broken.error)")
    }
  }

  @Test(arguments: [
    (["--allow-origin", "http://localhost:5173/"], "an origin has no path and not the scheme's usual port: write http://localhost:5173."),
    (["--allow-origin", "localhost:5173"], "an origin has a scheme and a host, e.g. http://localhost:5173."),
    (["--allow-host", "http://mock"], "a host name has neither a scheme nor a port, e.g. mock or login.acme.test."),
    (["--issuer", "login.acme.test"], "--issuer 'login.acme.test': "),
    (["--issuer", "https://login.acme.test//"], "it must not end in two slashes."),
    (["--tls-name", "mock"], "--tls-name, --tls-ca-file and --tls-ca-key need --tls."),
    (["--tls", "--tls-certificate", "a.pem", "--tls-key", "a.key"], "Give one of the two."),
    (["--tls", "--tls-ca-key", "ca.key"], "--tls-ca-key needs --tls-ca-file"),
    (["--latency", "x"], "Error: --latency: 'x' is not a time; units are ms, s, m, h and d"),
    (["--latency", "x"], "Usage: journey mock "),
    (["--latency", "-5s"], "--latency: '-5s' is not a time"),
    (["--seed", "-1"], "--seed '-1': write a whole number from 0 to 18446744073709551615."),
    (["--seed", "x"], "--seed 'x': write a whole number from 0 to "),
    (["--control-token", ""], "--control-token is empty; leave it out for none."),
    (["--clock", "noon"], "--clock 'noon': write a moment of the years 1970 to 9999, such as 2027-03-02T10:00:00Z."),
    (["--clock", "1969-12-31T23:59:59Z"], "--clock '1969-12-31T23:59:59Z': write a moment of the years 1970 to 9999"),
    (["--clock", "10000-01-01T00:00:00Z"], "write a moment of the years 1970 to 9999"),
    (["--worlds", "0"], "--worlds is a number from 1 on."),
  ])
  func `what cannot be meant is refused in words`(flags: [String], words: String) async throws {
    let outcome = try await BuiltCommand.run(["mock", "acme", "--port", "0"] + flags)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }

  @Test func `a port that somebody has is named`() async throws {
    try await HeldPort.silent { port in
      let outcome = try await BuiltCommand.run("mock", "acme", "--port", "\(port.number)")
      #expect(outcome.code == 3)
      let place = "'127.0.0.1:\(port.number)'"
      #expect(
        outcome.error
          == "error: \(place) cannot be opened for listening: port \(port.number) is in use; port 0 takes any free one\n")
    }
  }

  @Test func `a port file that cannot be written ends it`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run("mock", "acme", "--port", "0", "--port-file", folder.path)
      #expect(outcome.code == 74)
      #expect(outcome.error.contains(folder.path))
    }
  }
}
