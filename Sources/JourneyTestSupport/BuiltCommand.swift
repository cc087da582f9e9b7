import FoundationEssentials

/// The command as it was built next to these tests.
package enum BuiltCommand {
  /// What a run of it left behind.
  package struct Outcome: Sendable {
    package var ending: ChildProcess.Ending
    /// Standard output.
    package var output: String
    /// Standard error.
    package var error: String

    /// The exit code; `nil` if a signal ended it.
    package var code: Int32? {
      guard case .exited(let code) = ending else { return nil }
      return code
    }
  }

  /// Another build of the command that the tests are to run, for example that of a release: the value of `JOURNEY_COMMAND`.
  package static let chosen = ProcessInfo.processInfo.environment["JOURNEY_COMMAND"].flatMap { $0.isEmpty ? nil : $0 }

  /// Its path: the one that was chosen, else the one in the folder of the test bundle, which has all that was built with it.
  package static var path: String {
    if let chosen { return chosen }
    let bundle = CommandLine.arguments[0]
    let beside = bundle.lastIndex(of: "/").map { bundle[..<$0] + "/journey" } ?? "journey"
    let found = [String(beside), "\(Fixtures.packageRoot)/.build/debug/journey"].first(where: FileManager.default.isExecutableFile)
    return found ?? String(beside)
  }

  /// Runs it to its end, by default in the package's folder.
  ///
  /// - Parameter body: called while it runs; the process is killed if it throws.
  package static func run(
    _ arguments: String..., environment: [String: String] = [:], in folder: String = Fixtures.packageRoot,
    while body: (inout ChildProcess) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    try await run(arguments, environment: environment, in: folder, while: body)
  }

  /// Runs it to its end, with arguments from elsewhere.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: String = Fixtures.packageRoot,
    while body: (inout ChildProcess) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    // A crash has to end at once, without the minutes that a backtrace of a debug build takes.
    let environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
    var child = try ChildProcess(path, arguments, environment: environment, folder: folder)
    do {
      try await body(&child)
    } catch {
      child.kill()
      _ = await child.end()
      throw error
    }
    let ending = await child.end()
    return Outcome(ending: ending, output: child.output.text, error: child.error.text)
  }
}

extension String {
  /// The same text without what differs from run to run: how long things took.
  package var timeless: String { replacing(/\d+(?:\.\d+)? (?:ms|s|min)\b/, with: "0 ms") }

  /// Its lines, without an empty one at the end.
  package var lines: [Substring] { split(separator: "\n") }
}
