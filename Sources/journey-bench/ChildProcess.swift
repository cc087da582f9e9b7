#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that this one started: its output is thrown away, its errors can be read, its end is waited for.
struct ChildProcess {
  /// It did not start, or did not do what it was started for.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// How it ended.
  struct Ending {
    /// The exit status; `nil` where a signal ended it.
    var status: Int32?
    var wall: Duration
    var usage: ProcessUsage
  }

  private let identifier: pid_t
  /// What it writes to standard error comes out here.
  private let errors: Int32
  private let begin: ContinuousClock.Instant
  private let path: String

  /// Starts a program with this one's environment.
  init(_ path: String, _ arguments: [String]) throws(Failure) {
    self.path = path
    var pipeEnds: [Int32] = [0, 0]
    guard pipe(&pipeEnds) == 0 else { throw Failure(description: "no pipe can be made") }
    errors = pipeEnds[0]
    begin = .now
    identifier = try Self.spawn(path, arguments, errors: pipeEnds)
    close(pipeEnds[1])
  }

  /// Runs a program to its end, which has to be a success.
  static func run(_ path: String, _ arguments: [String]) throws(Failure) -> Ending {
    let child = try ChildProcess(path, arguments)
    let words = child.readErrors()
    let ending = try child.wait()
    guard ending.status == 0 else {
      throw Failure(description: "'\(path) \(arguments.joined(separator: " "))' did not succeed: \(words)")
    }
    return ending
  }

  /// The first line that it writes to standard error; empty where it ended before.
  func readFirstError() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(errors, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Asks it to end, and waits until it did.
  func stop() throws(Failure) -> Ending {
    kill(identifier, SIGTERM)
    return try wait()
  }

  private func readErrors() -> String {
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = read(errors, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
    return String(decoding: text, as: UTF8.self)
  }

  private func wait() throws(Failure) -> Ending {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw Failure(description: "'\(path)' cannot be waited for") }
    }
    let wall = ContinuousClock.now - begin
    close(errors)
    // The macros of sys/wait.h, which Swift does not import.
    let exited = status & 0x7f == 0
    return Ending(status: exited ? (status >> 8) & 0xff : nil, wall: wall, usage: ProcessUsage(usage))
  }

  private static func spawn(_ path: String, _ arguments: [String], errors: [Int32]) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO)
    posix_spawn_file_actions_addclose(&actions, errors[0])
    posix_spawn_file_actions_addclose(&actions, errors[1])
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, nil, &words, environ)
    guard code == 0 else { throw Failure(description: "'\(path)' cannot be started: \(String(cString: strerror(code)))") }
    return identifier
  }
}
