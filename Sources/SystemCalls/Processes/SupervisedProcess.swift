import CSpawn
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that ends with this one, however this one ends: regularly, by a signal, or killed.
///
/// A second process watches a pipe of which this one holds the other end. Once that is closed, by `end` or by the system, it kills the
/// process and everything that it started at any depth, and removes the folder that they worked in.
package final class SupervisedProcess: Sendable {
  /// Of the supervisor, which is this process's child.
  package let supervisor: Int32
  private let lifeline: OpenFile
  private let output: OpenFile

  /// Starts the program at an absolute path.
  ///
  /// - Parameters:
  ///   - environment: all that it gets.
  ///   - folder: where it begins, which is removed at the end with everything in it.
  package init(_ words: [String], environment: [String: String], folder: String) throws(SystemError) {
    let (life, lifeline) = try OpenFile.pipe()
    defer { life.close() }
    let (output, written) = try OpenFile.pipe()
    defer { written.close() }
    let texts = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let outcome = Self.withTexts(words) { words in
      Self.withTexts(texts) { environment in
        ProcessShield.supervising { journey_supervise(life.descriptor.rawValue, written.descriptor.rawValue, folder, words, environment) }
      }
    }
    guard outcome > 0 else {
      let failure = SystemError.last
      lifeline.close()
      output.close()
      throw failure
    }
    output.stopWaiting()
    (supervisor, self.lifeline, self.output) = (outcome, lifeline, output)
  }

  /// What it has written since the last call, at most so many bytes; empty where there is nothing just now.
  package func read(atMost limit: Int) -> [UInt8] {
    // There is nothing just now, or it has ended, which `isOver` reports.
    do throws(SystemError) { return try output.read(atMost: limit) } catch { return [] }
  }

  /// Whether it and everything that it started has ended, and its folder is gone.
  package var isOver: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(supervisor), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo == SIGCHLD
  }

  /// Ends it with everything that it started, and returns when they are gone.
  package func end() {
    lifeline.close()
    var status: Int32 = 0
    while waitpid(supervisor, &status, 0) < 0, errno == EINTR {}
    ProcessShield.endedSupervising(supervisor)
    output.close()
  }

  private static func withTexts<Result>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
