import ArgumentParser
import JourneyReports
import Synchronization

/// The file with the ports of served mocks: empty until all of them listen, then complete.
///
/// A class with a lock: each mock reports its port from a task of its own.
final class PortFile: Sendable {
  private let path: String
  private let tenants: [String]
  private let ports = Mutex<[String: Int]>([:])

  /// Makes the file. Where that cannot be, it is known before anything is served.
  init(path: String, tenants: [String]) throws {
    self.path = path
    self.tenants = tenants
    guard write("") else { throw ExitCode(RunExitCode.reportNotWritten) }
  }

  /// The file of one server.
  convenience init(path: String) throws { try self.init(path: path, tenants: [""]) }

  /// Writes the port of the one server.
  func tell(_ port: Int) { tell(port, of: "") }

  /// Writes the port of one tenant, or the names and ports of several once all are known; a reader never sees half of it.
  func tell(_ port: Int, of tenant: String) {
    let known = ports.withLock { ports in
      ports[tenant] = port
      return ports
    }
    guard known.count == tenants.count else { return }
    let lines = tenants.count == 1 ? ["\(port)"] : tenants.map { "\($0) \(known[$0] ?? 0)" }
    _ = write(lines.joined(separator: "\n") + "\n")
  }

  private func write(_ text: String) -> Bool {
    do throws(ReportError) {
      _ = try ReportFile.write(to: path) { file throws(ReportError) in try file.write(Array(text.utf8)[...]) }
      return true
    } catch {
      Console.error("error: \(error)\n")
      return false
    }
  }
}
