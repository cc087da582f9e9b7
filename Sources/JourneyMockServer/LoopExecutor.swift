import NIOCore
package import NIOPosix

/// Runs the server's tasks on the threads of its sockets: one thread reads a request, answers it and writes the response, and wakes no
/// other one.
///
/// A class because executors are distinguished by identity.
package final class LoopExecutor: TaskExecutor {
  private let group: MultiThreadedEventLoopGroup

  package init(_ group: MultiThreadedEventLoopGroup) { self.group = group }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let loop = MultiThreadedEventLoopGroup.currentEventLoop ?? group.any()
    loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
