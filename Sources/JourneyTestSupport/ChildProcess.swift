import Dispatch
import Synchronization
import SystemCalls

/// A process of its own with exactly the environment it is given; what it writes is read as it comes.
package struct ChildProcess: Sendable {
  /// How a process ends.
  package enum Ending: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// What a process took, as the system counted it.
  package struct Usage: Sendable, Hashable {
    /// Of the processor, in the program and for it.
    package var time = Duration.zero
    /// The most memory that it had at once, in megabytes.
    package var megabytes = 0
  }

  /// It could not be started, or did not write what it should.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Two processes that are started at the same time must not inherit each other's pipes.
  private static let starting = Mutex(())

  private let process: SpawnedProcess
  /// What it wrote to standard output so far.
  package private(set) var output: ProcessStream
  /// What it wrote to standard error so far.
  package private(set) var error: ProcessStream

  /// Starts the program at this path.
  package init(_ path: String, _ arguments: [String], environment: [String: String], folder: String) throws(Failure) {
    let started = Self.starting.withLock { _ in
      Result { () throws(Failure) in try Self.start(path, arguments, environment, folder) }
    }
    let (process, output, error) = try started.get()
    self.process = process
    self.output = ProcessStream(reading: output) { ProcessSignal.kill.send(to: process.identifier) }
    self.error = ProcessStream(reading: error) { ProcessSignal.kill.send(to: process.identifier) }
  }

  /// Its number, by which the system knows it.
  package var identifier: Int32 { process.identifier }

  /// Sends a signal, by default SIGKILL.
  package func kill(_ signal: Int32 = ProcessSignal.kill.number) { ProcessSignal.send(signal, to: identifier) }

  /// Waits until a text was written to standard error.
  package mutating func waitForError(_ text: String) async throws(Failure) {
    guard await error.read(until: text) else { throw Failure(description: "it never said '\(text)': \(error.text)") }
  }

  /// Waits until a text was written to standard output.
  package mutating func waitForOutput(_ text: String) async throws(Failure) {
    guard await output.read(until: text) else { throw Failure(description: "it never said '\(text)': \(output.text)") }
  }

  /// Waits for its end; a test that is cancelled ends it.
  package mutating func end() async -> Ending { await endCounted().ending }

  /// Waits for its end, and returns what it used.
  package mutating func endCounted() async -> (ending: Ending, usage: Usage) {
    await output.readAll()
    await error.readAll()
    if Task.isCancelled { kill() }
    let process = process
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "wait for \(process.identifier)").async { continuation.resume(returning: Self.wait(process)) }
    }
  }

  private static func wait(_ process: SpawnedProcess) -> (Ending, Usage) {
    guard let ended = process.reap() else { return (.exited(-1), Usage()) }
    let usage = Usage(time: ended.usage.cpu, megabytes: ended.usage.peakMemory / 1_048_576)
    return (ended.exitStatus.map(Ending.exited) ?? .signalled(ended.signal ?? 0), usage)
  }

  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ folder: String
  ) throws(Failure) -> (SpawnedProcess, output: OpenFile, error: OpenFile) {
    do throws(SystemError) {
      let (output, error) = (try OpenFile.pipe(), try OpenFile.pipe())
      defer {
        output.write.close()
        error.write.close()
      }
      do throws(SystemError) {
        let process = try SpawnedProcess(
          [path] + arguments, environment: environment, folder: folder, output: output.write, errorOutput: error.write)
        return (process, output.read, error.read)
      } catch let failure {
        output.read.close()
        error.read.close()
        throw failure
      }
    } catch { throw Failure(description: "'\(path)' cannot be started: \(error)") }
  }
}
