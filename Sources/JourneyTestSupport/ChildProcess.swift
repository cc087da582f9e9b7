import Dispatch
import Synchronization

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

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

  /// It could not be started, or did not say what it should; says which.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Two processes that are started at the same time must not inherit each other's pipes.
  private static let starting = Mutex(())

  /// Its number, by which the system knows it.
  package let identifier: pid_t
  /// What it wrote to standard output so far.
  package private(set) var output: ProcessStream
  /// What it wrote to standard error so far.
  package private(set) var error: ProcessStream

  /// Starts the program at this path.
  package init(_ path: String, _ arguments: [String], environment: [String: String], folder: String) throws(Failure) {
    let started = Self.starting.withLock { _ in
      Result { () throws(Failure) in try Self.start(path, arguments, environment, folder) }
    }
    let (identifier, output, error) = try started.get()
    self.identifier = identifier
    self.output = ProcessStream(reading: output) { Self.kill(identifier, SIGKILL) }
    self.error = ProcessStream(reading: error) { Self.kill(identifier, SIGKILL) }
  }

  /// Sends a signal, the one that nobody can refuse where nothing else is said.
  package func kill(_ signal: Int32 = SIGKILL) { Self.kill(identifier, signal) }

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

  /// Waits for its end, and says what it took.
  package mutating func endCounted() async -> (ending: Ending, usage: Usage) {
    await output.readAll()
    await error.readAll()
    if Task.isCancelled { kill() }
    let identifier = identifier
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "wait for \(identifier)").async { continuation.resume(returning: Self.wait(identifier)) }
    }
  }

  private static func wait(_ identifier: pid_t) -> (Ending, Usage) {
    var status: Int32 = 0
    var counted = rusage()
    while wait4(identifier, &status, 0, &counted) < 0, errno == EINTR {}
    let signal = status & 0x7f
    #if canImport(Glibc)
      let kilobytes = Int(counted.ru_maxrss)
    #else
      let kilobytes = Int(counted.ru_maxrss) / 1024
    #endif
    let usage = Usage(time: time(counted.ru_utime) + time(counted.ru_stime), megabytes: kilobytes / 1024)
    return (signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal), usage)
  }

  private static func time(_ value: timeval) -> Duration { .seconds(Int64(value.tv_sec)) + .microseconds(Int64(value.tv_usec)) }

  private static func kill(_ identifier: pid_t, _ signal: Int32) {
    #if canImport(Glibc)
      _ = Glibc.kill(identifier, signal)
    #else
      _ = Darwin.kill(identifier, signal)
    #endif
  }
}

extension ChildProcess {
  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ folder: String
  ) throws(Failure) -> (pid_t, output: Int32, error: Int32) {
    let (output, error) = (try pipe(), try pipe())
    defer {
      close(output.write)
      close(error.write)
    }
    var identifier: pid_t = 0
    // Where spawning knows no folder to start in, a shell that becomes the command does.
    let shell = "/bin/sh"
    let words = [shell, "-c", #"cd "$1" && shift && unset PWD OLDPWD && exec "$@""#, shell, folder, path] + arguments
    let result = withActions(output.write, error.write) { actions in
      withAttributes { attributes in
        withTexts(words) { words in
          withTexts(environment.map { "\($0.key)=\($0.value)" }) { environment in
            posix_spawn(&identifier, shell, actions, attributes, words, environment)
          }
        }
      }
    }
    guard result == 0 else {
      close(output.read)
      close(error.read)
      throw Failure(description: "'\(path)' cannot be started: \(String(cString: strerror(result)))")
    }
    return (identifier, output.read, error.read)
  }

  private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let result = Glibc.pipe(&ends)
    #else
      let result = Darwin.pipe(&ends)
    #endif
    guard result == 0 else { throw Failure(description: "there is no pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func withActions(
    _ output: Int32, _ error: Int32, _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
  ) -> Int32 {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
    return body(&actions)
  }

  /// Signals are to mean what they mean to a process that a shell starts, whatever this thread blocks.
  private static func withAttributes(_ body: (UnsafePointer<posix_spawnattr_t>) -> Int32) -> Int32 {
    #if canImport(Glibc)
      var attributes = posix_spawnattr_t()
    #else
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var usual = sigset_t()
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return body(&attributes)
  }

  private static func withTexts(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32) -> Int32 {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
