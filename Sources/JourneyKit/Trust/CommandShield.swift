import CSpawn
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What keeps this process and its commands apart, for a program that is nothing but a run.
///
/// Commands themselves are kept apart wherever they are started; this changes the whole process, so a library does not do it.
public enum CommandShield {
  /// Which commands run just now. A lock, since a command that ends has to know whether an orphan can be another's.
  private static let state = Mutex(State())

  private struct State {
    var adoptsOrphans = false
    var running: Set<pid_t> = []
  }

  /// From now on no other process of the same user reads this one's memory and variables, no core is written of it, and what
  /// commands leave behind becomes a child of it, which ends with the command.
  ///
  /// To be called before anything else is started: every other child of the process counts as left behind. It does nothing
  /// where the system is not Linux.
  public static func raise() {
    #if os(Linux)
      journey_hide_environment()
      journey_hide_process()
      journey_adopt_orphans()
      state.withLock { $0.adoptsOrphans = true }
    #endif
  }

  /// Starts a command. Nobody looks for orphans meanwhile, who would take it for one.
  static func beginning(_ start: () -> SpawningThread.Outcome) -> SpawningThread.Outcome {
    state.withLock { state in
      let outcome = start()
      if outcome.code == 0 { state.running.insert(outcome.identifier) }
      return outcome
    }
  }

  static func ended(_ command: pid_t) { state.withLock { _ = $0.running.remove(command) } }

  /// The children of this process that no command is: a command left them behind. Empty where other commands run, which they
  /// may belong to; the last one that ends takes them along.
  static func orphans(of command: pid_t, in table: ProcessTable) -> Set<pid_t> {
    let own = getpid()
    let (adopts, running) = state.withLock { ($0.adoptsOrphans, $0.running) }
    guard adopts else { return [] }
    var orphans: Set<pid_t> = []
    for entry in table.entries where entry.parent == own && !running.contains(entry.identifier) {
      if entry.isOver {
        // Nobody else waits for it.
        waitpid(entry.identifier, nil, WNOHANG)
      } else if running == [command] {
        orphans.insert(entry.identifier)
      }
    }
    return orphans
  }
}
