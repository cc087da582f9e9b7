import CSpawn

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that leads a session and a group of its own, and that reads no process but those that it starts.
struct SpawnedProcess: Sendable {
  /// Of the process, of its group and of its session.
  let identifier: pid_t

  /// Starts the program whose absolute path the first word is; it reads nothing, and inherits no descriptor but its two streams.
  init(
    _ words: [String], environment: [String: String], folder: String, output: Int32, errorOutput: Int32
  ) throws(SystemFailure) {
    guard let program = words.first else { throw SystemFailure(code: EINVAL) }
    let outcome = CommandShield.beginning {
      SpawningThread.run {
        var identifier: pid_t = 0
        let code = Self.withActions(folder, output, errorOutput) { actions in
          Self.withAttributes { attributes in
            Self.withTexts(words) { words in
              Self.withTexts(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) { environment in
                posix_spawn(&identifier, program, actions, attributes, words, environment)
              }
            }
          }
        }
        return (identifier, code)
      }
    }
    guard outcome.code == 0 else { throw SystemFailure(code: outcome.code) }
    identifier = outcome.identifier
  }

  /// Whether the process itself has ended, or is reaped already.
  var isOver: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo == SIGCHLD
  }

  /// The processes that still run of those that it is and started, its session's too; where the system does not tell them, its
  /// group as the number that `kill` takes.
  ///
  /// To be asked before it is reaped: until then no other process can have its number.
  var family: [pid_t] {
    guard let table = ProcessTable.current() else { return hasGroup ? [-identifier] : [] }
    let orphans = CommandShield.orphans(of: identifier, in: table)
    return table.family(of: identifier, with: orphans).filter { !$0.isOver }.map(\.identifier)
  }

  /// Whether anything of its group still runs.
  private var hasGroup: Bool { kill(-identifier, 0) == 0 }

  /// Waits for the process and lets go of it; says its exit status, or 128 and the number of the signal that ended it.
  func reap() -> Int {
    defer { CommandShield.ended(identifier) }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    let signal = status & 0x7F
    return signal == 0 ? Int((status >> 8) & 0xFF) : 128 + Int(signal)
  }
}

/// What `posix_spawn` is told.
extension SpawnedProcess {
  private static func withActions(
    _ folder: String, _ output: Int32, _ errorOutput: Int32, _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addchdir_np(&actions, folder)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errorOutput, STDERR_FILENO)
    #if canImport(Glibc)
      // Sockets and the event log are nobody else's.
      posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    #endif
    return body(&actions)
  }

  /// A session of its own, and so a group, and signals that mean what they mean to a program that a shell starts.
  private static func withAttributes(_ body: (UnsafePointer<posix_spawnattr_t>) -> Int32) -> Int32 {
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
    let flags = Int16(Int32(journey_spawn_setsid) | Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | inherits)
    posix_spawnattr_setflags(&attributes, flags)
    return body(&attributes)
  }

  private static func withTexts(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32) -> Int32 {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
