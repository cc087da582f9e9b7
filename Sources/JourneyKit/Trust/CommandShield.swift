import SystemCalls

/// What keeps this process and its commands apart, for a program that is nothing but a run.
///
/// Commands themselves are kept apart wherever they are started; this changes the whole process, so a library does not do it.
public enum CommandShield {
  /// From now on no other process of the same user reads this one's memory and variables, no core is written of it, and what
  /// commands leave behind becomes a child of it, which ends with the command.
  ///
  /// Call it before anything else is started: every other child of the process counts as left behind. It does nothing
  /// where the system is not Linux.
  public static func raise() { ProcessShield.raise() }
}
