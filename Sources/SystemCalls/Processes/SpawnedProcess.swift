import CSpawn
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that this one started by an absolute path; it inherits no descriptor but its three streams.
///
/// swift-subprocess is not used: it has no place for what isolates a command (a thread that gives up rights before it spawns, one
/// lock over spawning and looking for orphans), and waits for its children itself, so that none could be left unreaped while its
/// family is looked for.
package struct SpawnedProcess: Sendable {
  /// Of the process; where it is isolated also of its group and of its session.
  package let identifier: Int32
  private let isIsolated: Bool

  /// Starts the program whose path the first word is; it reads nothing.
  ///
  /// - Parameters:
  ///   - environment: all that it gets.
  ///   - folder: where it begins; `nil` for the folder of this process.
  ///   - isIsolated: whether it leads a session of its own, and reads no process but those that it starts.
  package init(
    _ words: [String], environment: [String: String], folder: String?, output: OpenFile, errorOutput: OpenFile, isIsolated: Bool = false
  ) throws(SystemError) {
    guard let program = words.first else { throw SystemError(code: EINVAL) }
    self.isIsolated = isIsolated
    let (output, errorOutput) = (output.descriptor.rawValue, errorOutput.descriptor.rawValue)
    let texts = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let spawn: () -> SpawningThread.Outcome = {
      var identifier: pid_t = 0
      let code = Self.withActions(folder, output, errorOutput) { actions in
        Self.withAttributes(isIsolated) { attributes in
          Self.withTexts(words) { words in
            Self.withTexts(texts) { environment in posix_spawn(&identifier, program, actions, attributes, words, environment) }
          }
        }
      }
      return (identifier, code)
    }
    let outcome = isIsolated ? ProcessShield.beginning { SpawningThread.run(spawn) } : spawn()
    guard outcome.code == 0 else { throw SystemError(code: outcome.code) }
    identifier = outcome.identifier
  }

  /// Whether the process itself has ended, or is reaped already.
  package var isOver: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo == SIGCHLD
  }

  /// The processes that still run of those that it is and started, its session's too; if the system does not list them, its
  /// group as the number that `kill` takes.
  ///
  /// Call it before the process is reaped: until then no other process can have its number.
  var family: [Int32] {
    guard let table = ProcessTable.current() else { return hasGroup ? [-identifier] : [] }
    let orphans = ProcessShield.orphans(of: identifier, in: table)
    return table.family(of: identifier, with: orphans).filter { !$0.isOver }.map(\.identifier)
  }

  /// Whether anything of its group still runs.
  private var hasGroup: Bool { kill(-identifier, 0) == 0 }

  /// Waits for the process and lets go of it; `nil` if that was done already.
  package func reap() -> ProcessEnding? {
    defer { if isIsolated { ProcessShield.ended(identifier) } }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0 {
      guard errno == EINTR else { return nil }
    }
    return ProcessEnding(status, usage)
  }
}

/// The attributes for `posix_spawn`.
extension SpawnedProcess {
  private static func withActions(
    _ folder: String?, _ output: Int32, _ errorOutput: Int32, _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errorOutput, STDERR_FILENO)
    #if canImport(Glibc)
      // Sockets and the event log are not for others.
      posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    #endif
    return body(&actions)
  }

  /// Signals that mean what they mean to a program that a shell starts; where it is isolated a session of its own,
  /// and so a group.
  private static func withAttributes(_ isIsolated: Bool, _ body: (UnsafePointer<posix_spawnattr_t>) -> Int32) -> Int32 {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var usual = sigset_t()
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    #if canImport(Darwin)
      let inherits = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let inherits: Int32 = 0
    #endif
    let flags = Int16((isIsolated ? Int32(journey_spawn_setsid) : 0) | Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | inherits)
    posix_spawnattr_setflags(&attributes, flags)
    return body(&attributes)
  }

  private static func withTexts(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32) -> Int32 {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
