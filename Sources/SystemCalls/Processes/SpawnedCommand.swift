/// The result of a local command.
package struct EndedCommand: Sendable, Hashable {
  /// The exit status; 128 and the signal's number where a signal ended it, as shells say it.
  package var status: Int
  package var output: [UInt8]
  package var errorOutput: [UInt8]
}

/// A local command did not come to its own end.
package enum CommandFailure: Error, Sendable, Hashable, CustomStringConvertible {
  case cannotStart(command: String, reason: String)
  case tookTooLong(command: String, limit: Duration)
  /// Bytes.
  case wroteTooMuch(command: String, limit: Int)
  /// The run is interrupted, or its time is up.
  case cancelled(command: String)

  package var description: String {
    switch self {
    case .cannotStart(let command, let reason): "the command '\(command)' cannot be started: \(reason)"
    case .tookTooLong(let command, let limit): "the command '\(command)' took longer than \(limit) and was ended"
    case .wroteTooMuch(let command, let limit): "the command '\(command)' wrote more than \(limit / 1024) KB and was ended"
    case .cancelled(let command): "the command '\(command)' was ended before it was done"
    }
  }
}

/// A running local command: no shell reads its words, it has its own session, and in every case neither it nor
/// anything that it started outlives `end`.
package struct SpawnedCommand {
  /// How much time a command gets after the signal, before it is killed.
  private static let grace: Duration = .milliseconds(500)

  private let name: String
  private let process: SpawnedProcess
  private var output = OutputPipe()
  private var errorOutput = OutputPipe()

  /// Starts the program at an absolute path.
  ///
  /// - Parameter environment: all that it gets.
  package init(
    _ program: String, _ arguments: [String], named name: String, environment: [String: String], folder: String
  ) throws(CommandFailure) {
    self.name = name
    do throws(SystemError) {
      process = try SpawnedProcess(
        [program] + arguments, environment: environment, folder: folder, output: try output.open(), errorOutput: try errorOutput.open(),
        isIsolated: true)
    } catch {
      output.close()
      errorOutput.close()
      throw .cannotStart(command: name, reason: error.words)
    }
    output.closeWriteEnd()
    errorOutput.closeWriteEnd()
  }

  /// Its result; it and all that it started are over then.
  ///
  /// Throws where it took too long, wrote too much, or the task was cancelled.
  package mutating func end(within limit: Duration, outputLimit: Int) async throws(CommandFailure) -> EndedCommand {
    defer {
      output.close()
      errorOutput.close()
    }
    do throws(CommandFailure) {
      try await follow(within: limit, outputLimit)
    } catch {
      _ = await endFamily()
      throw error
    }
    // What it left behind does not concern a walk any more.
    let status = await endFamily()
    return EndedCommand(status: status, output: output.bytes, errorOutput: errorOutput.bytes)
  }

  /// Reads until the process itself is over. It is polled, because waiting would hold a thread of the run.
  private mutating func follow(within limit: Duration, _ outputLimit: Int) async throws(CommandFailure) {
    let deadline = ContinuousClock.now + limit
    var pause: Duration = .milliseconds(1)
    while true {
      let isOver = process.isOver
      let hasRead = read(atMost: outputLimit)
      guard output.bytes.count + errorOutput.bytes.count <= outputLimit else { throw .wroteTooMuch(command: name, limit: outputLimit) }
      if isOver { return }
      guard ContinuousClock.now < deadline else { throw .tookTooLong(command: name, limit: limit) }
      pause = hasRead ? .milliseconds(1) : min(pause * 2, .milliseconds(20))
      do { try await ContinuousClock().sleep(for: pause) } catch { throw .cancelled(command: name) }
    }
  }

  /// Takes what was written, stopping beyond the limit; says whether there was anything.
  private mutating func read(atMost limit: Int) -> Bool {
    var hasRead = false
    while output.read() || errorOutput.read() {
      hasRead = true
      if output.bytes.count + errorOutput.bytes.count > limit { break }
    }
    return hasRead
  }

  /// Asks it and everything that it started to end, then kills what is left; says its exit status.
  private func endFamily() async -> Int {
    var signal = ProcessSignal.terminate
    var asked: Set<Int32> = []
    var deadline = ContinuousClock.now + Self.grace
    while true {
      let family = process.family
      guard !family.isEmpty else { break }
      if ContinuousClock.now >= deadline {
        // What even that does not end has other rights.
        guard signal != .kill else { break }
        signal = .kill
        deadline = ContinuousClock.now + Self.grace
      }
      for process in family where signal == .kill || asked.insert(process).inserted { signal.send(to: process) }
      // A task that is cancelled cannot sleep; a command is given its time all the same.
      do { try await ContinuousClock().sleep(for: .milliseconds(5)) } catch { OwnProcess.pause() }
    }
    return process.reap()?.status ?? -1
  }
}
