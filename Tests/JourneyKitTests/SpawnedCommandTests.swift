import FoundationEssentials
import JourneyTestSupport
import SystemCalls
import Testing

@testable import JourneyKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Commands that are really started. Whatever a test's limit is, no test waits for one that is over it by chance.
struct SpawnedCommandTests {
  private static let patience: Duration = .seconds(300)

  /// Starts and ends a command; `/bin/sh` stands for programs that are as awkward as a test needs.
  private static func run(
    _ words: [String], environment: [String: String] = [:], in folder: String = "/", within limit: Duration = patience,
    most bytes: Int = 4096
  ) async throws(CommandFailure) -> EndedCommand {
    var command = try SpawnedCommand(words[0], Array(words.dropFirst()), named: "it", environment: environment, folder: folder)
    return try await command.end(within: limit, outputLimit: bytes)
  }

  private static func shell(_ script: String, _ arguments: String...) -> [String] { ["/bin/sh", "-c", script] + arguments }

  /// Whether a process still runs; one that ended and that nobody has reaped does not.
  private static func isThere(_ process: String) -> Bool {
    guard let number = pid_t(process.filter(\.isNumber)), kill(number, 0) == 0 else { return false }
    let status = FileManager.default.contents(atPath: "/proc/\(number)/stat").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return !status.contains(") Z ")
  }

  @Test func `a command's words reach it as they are, and no shell reads them`() async throws {
    let ended = try await Self.run(["/bin/echo", "$HOME", "a  b", "`id`", "*", "'", "é"])
    #expect(String(decoding: ended.output, as: UTF8.self) == "$HOME a  b `id` * ' é\n")
    #expect(ended.status == 0)
    #expect(ended.errorOutput == [])
  }

  @Test func `a command gets the variables that it is given and no others, in the folder that it is given`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("a b")
      let ended = try await Self.run(Self.shell("env; pwd -P; echo bad >&2; exit 3"), environment: ["SEED": "x=y"], in: folder.file("a b"))
      let lines = String(decoding: ended.output, as: UTF8.self).split(separator: "\n")
      // What a shell sets by itself.
      #expect(
        lines.filter { !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") && !$0.hasPrefix("OLDPWD=") && !$0.hasPrefix("SHLVL=") }.count == 2)
      #expect(lines.contains("SEED=x=y"))
      #expect(lines.last?.hasSuffix("/a b") == true)
      #expect(ended.errorOutput == Array("bad\n".utf8))
      #expect(ended.status == 3)
    }
  }

  @Test func `a command reads nothing, and inherits no descriptor but its streams`() async throws {
    let held = open("/dev/null", O_RDONLY)
    defer { close(held) }
    let ended = try await Self.run(Self.shell("cat; ls /dev/fd/ | wc -l"))
    // Three streams, and the folder that is listed.
    #expect(String(decoding: ended.output, as: UTF8.self).filter(\.isNumber) == "4")
  }

  @Test func `a command that a signal ends has the status that shells give it`() async throws {
    #expect(try await Self.run(Self.shell("kill -9 $$")).status == 137)
  }

  @Test func `a program that is not there, or none, cannot be started`() async throws {
    for path in ["/nowhere/at-all", "/etc/passwd"] {
      do throws(CommandFailure) {
        _ = try await Self.run([path])
        Issue.record("'\(path)' was started")
      } catch {
        #expect(error.description.hasPrefix("the command 'it' cannot be started: "), "\(error)")
      }
    }
  }

  @Test func `a command that waits for ever is ended at its limit, with everything that it started`() async throws {
    try await TemporaryFolder.with { folder in
      try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
      let script = Self.shell("cat pipe & echo $! > child; cat pipe")
      await #expect(throws: CommandFailure.tookTooLong(command: "it", limit: .milliseconds(300))) {
        _ = try await Self.run(script, environment: ["PATH": "/usr/bin:/bin"], in: folder.path, within: .milliseconds(300))
      }
      #expect(!Self.isThere(try folder.text(of: "child")))
    }
  }

  @Test func `a command that does not heed the signal to end is killed`() async throws {
    try await TemporaryFolder.with { folder in
      try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
      let script = Self.shell("trap '' TERM; echo $$ > self; while true; do cat pipe; done")
      await #expect(throws: CommandFailure.tookTooLong(command: "it", limit: .milliseconds(300))) {
        _ = try await Self.run(script, environment: ["PATH": "/usr/bin:/bin"], in: folder.path, within: .milliseconds(300))
      }
      #expect(!Self.isThere(try folder.text(of: "self")))
    }
  }

  @Test func `what a command leaves behind ends with it`() async throws {
    try await TemporaryFolder.with { folder in
      try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
      let ended = try await Self.run(
        Self.shell("cat pipe & echo $!"), environment: ["PATH": "/usr/bin:/bin"], in: folder.path)
      #expect(ended.status == 0)
      #expect(!Self.isThere(String(decoding: ended.output, as: UTF8.self)))
    }
  }

  #if os(Linux)
    @Test func `what a command starts in a session of its own ends with it`() async throws {
      try await TemporaryFolder.with { folder in
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        let script = Self.shell("setsid sh -c 'echo $$ > far; cat pipe' & cat pipe")
        await #expect(throws: CommandFailure.tookTooLong(command: "it", limit: .seconds(1))) {
          _ = try await Self.run(script, environment: ["PATH": "/usr/bin:/bin"], in: folder.path, within: .seconds(1))
        }
        #expect(!Self.isThere(try folder.text(of: "far")))
      }
    }

    @Test func `a command leads a session of its own`() async throws {
      let ended = try await Self.run(Self.shell("cut -d' ' -f1,5,6 /proc/$$/stat"))
      let numbers = String(decoding: ended.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      #expect(numbers.count == 3)
      #expect(Set(numbers).count == 1)
    }

    @Test func `a command reads nothing of the process that started it, and gains no rights`() async throws {
      let script =
        "cat /proc/$PPID/environ; cat /proc/$PPID/maps; head -c 1 /proc/$PPID/mem; readlink /proc/$PPID/fd/1; kill -CONT $PPID && echo signalled"
      let ended = try await Self.run(Self.shell(script), environment: ["PATH": "/usr/bin:/bin"])
      #expect(ended.output == [], "\(String(decoding: ended.output.prefix(200), as: UTF8.self))")
      let own = try await Self.run(Self.shell("grep NoNewPrivs /proc/$$/status; cat /proc/$$/environ"), environment: ["SEED": "own"])
      #expect(String(decoding: own.output, as: UTF8.self).contains("NoNewPrivs:\t1"))
      #expect(String(decoding: own.output, as: UTF8.self).contains("SEED=own"))
    }
  #endif

  @Test func `a command that writes without end is ended`() async throws {
    await #expect(throws: CommandFailure.wroteTooMuch(command: "it", limit: 4096)) {
      _ = try await Self.run(["/bin/cat", "/dev/zero"])
    }
  }

  @Test func `a long output comes whole`() async throws {
    let ended = try await Self.run(Self.shell("head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2"), most: 1_000_000)
    #expect(ended.output.count == 300_000)
    #expect(ended.errorOutput.count == 200_000)
  }

  @Test func `a task that is cancelled ends its command`() async throws {
    try await TemporaryFolder.with { folder in
      try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
      let outcome = await withTaskGroup(of: CommandFailure?.self) { group in
        group.addTask {
          do throws(CommandFailure) {
            _ = try await Self.run(Self.shell("echo $$ > self; cat pipe"), environment: ["PATH": "/usr/bin:/bin"], in: folder.path)
            return nil
          } catch {
            return error
          }
        }
        group.cancelAll()
        return await group.next() ?? nil
      }
      #expect(outcome == .cancelled(command: "it"))
      if FileManager.default.fileExists(atPath: folder.file("self")) { #expect(!Self.isThere(try folder.text(of: "self"))) }
    }
  }
}
