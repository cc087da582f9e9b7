import Encodings
import JourneyModel
import JourneyRunner
import JourneyScenario
import SystemCalls

/// Runs the commands that the caller's policy allows, in the project's folder.
struct LocalCommands: CommandRunner {
  /// As much of its standard output and standard error together is taken, in bytes.
  static let outputLimit = 1024 * 1024

  let trust: TrustRules
  /// Absolute: where commands are started, and what their paths are relative to.
  let folder: String
  /// The caller's environment and secrets; a command gets those that the policy names for it.
  let variables: [String: String]

  func run(_ arguments: [Value]) async throws(DriverError) -> CommandResult {
    var words: [String] = []
    for argument in arguments { words.append(try Self.word(argument)) }
    return try await run(words)
  }

  /// - Parameter words: the program and its arguments.
  func run(_ words: [String], adding more: [String: String] = [:]) async throws(DriverError) -> CommandResult {
    let name = words.first ?? ""
    if let refusal = trust.refusal(ofCommand: words) { throw DriverError(.forbidden, "'\(name)' was not run: \(refusal)") }
    guard let command = trust.policy?.commands.first(where: { $0.fits(words) }), let program = CommandPath.find(name, in: folder, variables)
    else { throw DriverError(.impossible, "the command '\(name)' was not found") }
    let named = variables.filter { command.variables.contains($0.key) }
    let ended: EndedCommand
    do throws(CommandFailure) {
      var process = try SpawnedCommand(
        program, Array(words.dropFirst()), named: name, environment: named.merging(more) { _, own in own }, folder: folder)
      ended = try await process.end(within: command.timeout, outputLimit: Self.outputLimit)
    } catch {
      throw DriverError(error)
    }
    let given = trust.handedSecrets(of: named).sorted { $0.key < $1.key }.map {
      Secret($0.value, name: "secret.\($0.key)", fields: trust.fields(ofSecret: $0.key))
    }
    // Of what it complains only lines are shown, which hold parts of a secret that has several.
    var search = SecretSearch()
    for secret in given { search.learn(secret.unsafeText) }
    return CommandResult(
      status: ended.status, output: String(decoding: ended.output, as: UTF8.self),
      errorOutput: search.masked(String(decoding: ended.errorOutput, as: UTF8.self)), given: given)
  }

  /// A secret would be visible in the process list, which every user of the machine can read.
  private static func word(_ argument: Value) throws(DriverError) -> String {
    if let secret = argument.secrets.first {
      throw DriverError(
        .forbidden,
        "a command was not run: the secret '\(secret.name)' would be visible in the process list; name it under the command's 'env'")
    }
    switch argument {
    case .text(let text), .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .null, .secret, .list, .map: throw DriverError(.impossible, "a command was not run: its arguments are texts and numbers")
    }
  }
}

extension DriverError {
  fileprivate init(_ failure: CommandFailure) {
    switch failure {
    case .cannotStart: self.init(.impossible, failure.description)
    case .tookTooLong: self.init(.timeout, failure.description)
    case .wroteTooMuch: self.init(.tooLarge, failure.description)
    case .cancelled: self.init(.cancelled, failure.description)
    }
  }
}
