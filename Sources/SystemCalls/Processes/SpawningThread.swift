import CSpawn

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread that lives for one command: what it gives up, the command never has.
enum SpawningThread {
  typealias Outcome = (identifier: Int32, code: Int32)

  /// The thread's input and output; a class, because a thread gets a pointer.
  private final class Work {
    let body: () -> Outcome
    var outcome: Outcome = (0, EAGAIN)

    init(_ body: @escaping () -> Outcome) { self.body = body }
  }

  /// Calls the body on a separate thread that reads no other process and gains no rights, and waits for it.
  static func run(_ body: @escaping () -> Outcome) -> Outcome {
    let work = Work(body)
    let pointer = Unmanaged.passUnretained(work).toOpaque()
    #if os(Linux)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { pointer in
          if let pointer { SpawningThread.perform(pointer) }
          return nil
        }, pointer)
      guard code == 0 else { return (0, code) }
      pthread_join(thread, nil)
    #else
      var thread: pthread_t?
      let code = pthread_create(
        &thread, nil,
        { pointer in
          SpawningThread.perform(pointer)
          return nil
        }, pointer)
      guard code == 0, let thread else { return (0, code) }
      pthread_join(thread, nil)
    #endif
    return withExtendedLifetime(work) { work.outcome }
  }

  private static func perform(_ pointer: UnsafeMutableRawPointer) {
    #if os(Linux)
      journey_isolate_thread()
    #endif
    let work = Unmanaged<Work>.fromOpaque(pointer).takeUnretainedValue()
    work.outcome = work.body()
  }
}
