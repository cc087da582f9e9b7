import FoundationEssentials
import JourneyModel
import JourneyReports
import JourneyRunner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the event log goes while a run lasts: the file asked for, or one without a name that ends with the process.
///
/// It is an owner of a descriptor that is handed from value to value; whoever opened it closes it once.
struct LogSpool: Sendable {
  /// Lines are gathered up to this size before they are written.
  private static let chunk = 256 * 1024

  private let name: String
  private let descriptor: Int32
  /// The first thing that went wrong with writing; the run goes on without a log.
  private(set) var failure: RunFailure?
  private var writer = EventLogWriter()

  /// - Parameter path: `nil` for a file without a name, so that nothing is left of it whatever happens.
  init(path: String?) throws(RunFailure) {
    name =
      path ?? FileManager.default.temporaryDirectory.path(percentEncoded: false)
      + "/journey-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).jsonl"
    if path != nil, name.contains("/") {
      do { try FileManager.default.createDirectory(atPath: ProjectFiles.parent(of: name), withIntermediateDirectories: true) } catch {
        throw .cannotWrite("the event log '\(name)' cannot be written: its folder cannot be made")
      }
    }
    descriptor = open(name, O_CREAT | O_RDWR | O_CLOEXEC | (path == nil ? O_EXCL : O_TRUNC), 0o600)
    guard descriptor >= 0 else { throw Self.failure(name) }
    if path == nil { unlink(name) }
  }

  /// Where the log can be read from, as long as the spool is not closed.
  var readablePath: String { "/dev/fd/\(descriptor)" }

  func close() {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  /// Takes the next event, and gives it back as the log has it: without secrets.
  mutating func record(_ event: RunEvent, through redactor: Redactor) -> RunEvent {
    let recorded = writer.append(event, through: redactor)
    if writer.pendingBytes >= Self.chunk { flush() }
    return recorded
  }

  /// Writes what is gathered.
  mutating func flush() {
    let bytes = writer.take()
    guard failure == nil else { return }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = Self.failure(name)
        return
      }
      written += count
    }
  }

  private static func failure(_ name: String) -> RunFailure {
    .cannotWrite("the event log '\(name)' cannot be written: \(String(cString: strerror(errno)))")
  }
}

/// Hands every event to the log and then to whoever else listens, who sees it as the log has it: without secrets.
struct RunRecorder<Next: EventSink>: EventSink {
  var spool: LogSpool
  var secrets: RunSecrets
  var next: Next

  mutating func record(_ event: RunEvent) {
    next.record(spool.record(event, through: secrets.redactor))
    if case .scenarioEnded = event.kind, let scenario = event.scenario { secrets.end(scenario) }
  }

  mutating func learn(_ learned: [Secret], of scenario: String) {
    secrets.learn(learned, of: scenario)
  }
}
