import SystemCalls

/// Measures a piece of work by the clock on the wall and by the processor's.
struct Stopwatch {
  /// What a piece of work took.
  struct Reading: Sendable {
    var wall: Duration
    /// Of this process, all threads together.
    var cpu: Duration
  }

  private let begin = ContinuousClock.now
  private let usage = ProcessUsage.own

  var reading: Reading {
    Reading(wall: ContinuousClock.now - begin, cpu: ProcessUsage.own.cpu - usage.cpu)
  }
}
