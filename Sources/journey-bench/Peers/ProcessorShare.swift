import FoundationEssentials
import SystemCalls

/// Keeps a server and its clients on processors of their own, where the machine has several and a program that does it.
struct ProcessorShare {
  private let taskset: String?
  private let last: Int

  init() {
    let path = "/usr/bin/taskset"
    last = ProcessInfo.processInfo.activeProcessorCount - 1
    taskset = last > 0 && FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// In words, for the head of a table.
  var words: String {
    taskset == nil ? "server and client share the processors" : "the server has processor 0, the client 1 to \(last)"
  }

  /// The words of a command with those that keep it on the first processor.
  func server(_ command: [String]) -> [String] { (taskset.map { [$0, "-c", "0"] } ?? []) + command }

  /// The words of a command with those that keep it off the first processor.
  func client(_ command: [String]) -> [String] { (taskset.map { [$0, "-c", "1-\(last)"] } ?? []) + command }
}
