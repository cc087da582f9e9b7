import FoundationEssentials
import SystemCalls

/// A program that this one started: its output is thrown away, its errors can be read, its end is waited for.
struct MeasuredProcess {
  /// It did not start, or did not do what it was started for.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// How it ended.
  struct Ending {
    /// The exit status; `nil` if a signal ended it.
    var status: Int32?
    var wall: Duration
    var usage: ProcessUsage
  }

  private let process: SpawnedProcess
  /// What it writes to standard error comes out here.
  private let errors: OpenFile
  private let begin: ContinuousClock.Instant
  private let path: String

  /// Starts a program with this one's environment.
  init(_ path: String, _ arguments: [String]) throws(Failure) {
    self.path = path
    do throws(SystemError) {
      let nothing = try OpenFile(appendingTo: "/dev/null", creates: false)
      let ends = try OpenFile.pipe()
      defer {
        nothing.close()
        ends.write.close()
      }
      errors = ends.read
      begin = .now
      process = try SpawnedProcess(
        [path] + arguments, environment: ProcessInfo.processInfo.environment, folder: nil, output: nothing, errorOutput: ends.write)
    } catch { throw Failure(description: "'\(path)' cannot be started: \(error)") }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter ends: the exit statuses of one that did its work.
  static func run(_ path: String, _ arguments: [String], ends: Set<Int32> = [0]) throws(Failure) -> Ending {
    let child = try MeasuredProcess(path, arguments)
    let words = child.readErrors()
    let ending = try child.wait()
    guard let status = ending.status, ends.contains(status) else {
      throw Failure(description: "'\(path) \(arguments.joined(separator: " "))' did not succeed: \(words)")
    }
    return ending
  }

  /// The first line that it writes to standard error; empty if it ended before.
  func readFirstError() -> String {
    var line: [UInt8] = []
    do throws(SystemError) {
      while let byte = try errors.read(atMost: 1).first, byte != UInt8(ascii: "\n") { line.append(byte) }
    } catch { return "" }
    return String(decoding: line, as: UTF8.self)
  }

  /// The processor's time that it took up to now, in steps of a hundredth of a second; `nil` if the system does not tell.
  var cpu: Duration? {
    do throws(SystemError) {
      let file = try OpenFile(reading: "/proc/\(process.identifier)/stat")
      defer { file.close() }
      // Behind the name, which may have any characters: state and 10 numbers, then the ticks of the program and of the system.
      let fields = String(decoding: try file.read(atMost: 1024), as: UTF8.self).split(separator: ")").last?.split(separator: " ")
      guard let fields, fields.count > 12, let own = Int(fields[11]), let system = Int(fields[12]) else { return nil }
      return .milliseconds(10 * (own + system))
    } catch { return nil }
  }

  /// Asks it to end, and waits until it did.
  func stop() throws(Failure) -> Ending {
    ProcessSignal.terminate.send(to: process.identifier)
    return try wait()
  }

  private func readErrors() -> String {
    do throws(SystemError) { return String(decoding: try errors.readAll(), as: UTF8.self) } catch { return "\(error)" }
  }

  private func wait() throws(Failure) -> Ending {
    guard let ending = process.reap() else { throw Failure(description: "'\(path)' cannot be waited for") }
    let wall = ContinuousClock.now - begin
    errors.close()
    return Ending(status: ending.exitStatus, wall: wall, usage: ending.usage)
  }
}
