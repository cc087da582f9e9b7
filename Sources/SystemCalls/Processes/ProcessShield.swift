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
package enum ProcessShield {
  /// Which commands run just now. A lock, since a command that ends has to know whether an orphan can be another's.
  private static let state = Mutex(State())

  private struct State {
    var adoptsOrphans = false
    var running: Set<Int32> = []
    /// Processes that end others; no command left them behind.
    var supervisors: Set<Int32> = []
  }

  /// From now on no other process of the same user reads this one's memory and variables, no core is written of it, and what
  /// commands leave behind becomes a child of it, which ends with the command.
  ///
  /// Call it before anything else is started: every other child of the process counts as left behind. It does nothing
  /// where the system is not Linux.
  package static func raise() {
    #if os(Linux)
      journey_hide_environment()
      journey_hide_process()
      journey_adopt_orphans()
      state.withLock { $0.adoptsOrphans = true }
    #endif
  }

  /// Starts a command. Orphans are not searched for meanwhile, so that it is not taken for one.
  static func beginning(_ start: () -> SpawningThread.Outcome) -> SpawningThread.Outcome {
    state.withLock { state in
      let outcome = start()
      if outcome.code == 0 { state.running.insert(outcome.identifier) }
      return outcome
    }
  }

  /// Starts a supervisor, which is not the orphan of a command.
  static func supervising(_ start: () -> Int32) -> Int32 {
    state.withLock { state in
      let identifier = start()
      if identifier > 0 { state.supervisors.insert(identifier) }
      return identifier
    }
  }

  static func endedSupervising(_ supervisor: Int32) { state.withLock { _ = $0.supervisors.remove(supervisor) } }

  static func ended(_ command: Int32) { state.withLock { _ = $0.running.remove(command) } }

  /// The children of this process that are not commands: a command left them behind. Empty if other commands run, which they
  /// may belong to; the last one that ends takes them along.
  static func orphans(of command: Int32, in table: ProcessTable) -> Set<Int32> {
    let own = getpid()
    let (adopts, running, supervisors) = state.withLock { ($0.adoptsOrphans, $0.running, $0.supervisors) }
    guard adopts else { return [] }
    var orphans: Set<Int32> = []
    for entry in table.entries where entry.parent == own && !running.contains(entry.identifier) && !supervisors.contains(entry.identifier) {
      if entry.isOver {
        // Nothing else waits for it.
        waitpid(entry.identifier, nil, WNOHANG)
      } else if running == [command] {
        orphans.insert(entry.identifier)
      }
    }
    return orphans
  }
}
