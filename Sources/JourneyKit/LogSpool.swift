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
/// It is an owner of descriptors that is handed from value to value; whoever opened it closes it once.
struct LogSpool: Sendable {
  /// Lines are gathered up to this size before they are written.
  private static let chunk = 256 * 1024

  private let name: String
  /// The file that is read back; always a regular one.
  private var descriptor: Int32
  /// Whether that is the file asked for.
  private var isNamed = false
  /// A device or pipe that was asked for, which nobody can read back.
  private var copy: Int32?
  /// What was written to the file that is read back, in bytes.
  private var written = 0
  /// The first thing that went wrong with writing, where no report can be made; the run goes on without a log.
  private(set) var failure: RunFailure?
  /// Why the log that was asked for is not whole, where reports can be made all the same.
  private(set) var unkept: RunFailure?
  private var writer = EventLogWriter()

  /// - Parameter path: `nil` for a file without a name, so that nothing is left of it whatever happens.
  init(path: String?) throws(RunFailure) {
    guard let path else {
      name = "a temporary file"
      descriptor = try Self.nameless()
      return
    }
    name = path
    let asked: Int32
    let stream = Self.stream(path)
    do throws(RunFailure) { asked = if let stream { stream } else { try Self.opened(path) } } catch {
      // What is walked decides how the run ends; that its log is missing is told behind it.
      unkept = error
      descriptor = try Self.nameless()
      return
    }
    var status = stat()
    isNamed = stream == nil && fstat(asked, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isNamed { try Self.claim(asked, path) }
    copy = isNamed ? nil : asked
    descriptor = isNamed ? asked : try Self.nameless()
  }

  /// Where the log can be read from, as long as the spool is not closed.
  var readablePath: String { "/dev/fd/\(descriptor)" }

  func close() {
    Self.close(descriptor)
    if let copy { Self.close(copy) }
  }

  /// Takes the next event, and gives it back as the log has it: without secrets.
  mutating func record(_ event: RunEvent, through redactor: Redactor) -> SearchedEvent {
    let recorded = writer.append(event, through: redactor)
    if writer.pendingBytes >= Self.chunk { flush() }
    return recorded
  }

  /// Writes what is gathered.
  mutating func flush() {
    let bytes = writer.take()
    guard failure == nil else { return }
    if let copy, unkept == nil, !Self.put(bytes, to: copy) { unkept = Self.failure(name) }
    if !Self.put(bytes, to: descriptor) {
      let problem = Self.failure(name)
      guard isNamed, moveAway(), Self.put(bytes, to: descriptor) else {
        failure = problem
        return
      }
      unkept = problem
    }
    written += bytes.count
  }

  /// Takes out what was told before anybody knew that it is a secret.
  mutating func hide(_ secrets: Redactor) {
    guard failure == nil, !secrets.isEmpty, Self.holds(secrets, descriptor, written) else { return }
    do throws(RunFailure) {
      let other = try Self.nameless()
      guard let size = Self.carry(written, from: descriptor, to: other, without: secrets) else {
        Self.close(other)
        throw Self.failure(name)
      }
      if isNamed {
        defer { Self.close(other) }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0, Self.carry(size, from: other, to: descriptor) else {
          throw Self.failure(name)
        }
      } else {
        Self.close(descriptor)
        descriptor = other
      }
      written = size
    } catch {
      // What is left would tell a secret.
      if isNamed { ftruncate(descriptor, 0) }
      failure = error
    }
  }

  /// Opens the file that was asked for to whoever may see files made here: only now is nothing in it that must not be seen.
  func share() {
    guard isNamed else { return }
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, 0o666 & ~mask)
  }

  /// Goes on in a file without a name, with all that was written so far; whether that could be.
  private mutating func moveAway() -> Bool {
    do throws(RunFailure) {
      let other = try Self.nameless()
      let moved = Self.carry(written, from: descriptor, to: other)
      Self.close(moved ? descriptor : other)
      guard moved else { return false }
      descriptor = other
      isNamed = false
      return true
    } catch {
      return false
    }
  }
}

// Calls of the operating system.
extension LogSpool {
  /// A file that has no name any more, in the folder for temporary ones.
  private static func nameless() throws(RunFailure) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    let path = "\(folder)/journey-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).jsonl"
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    unlink(path)
    return descriptor
  }

  /// The file asked for, in a folder that is made where it is missing.
  private static func opened(_ path: String) throws(RunFailure) -> Int32 {
    if path.contains("/") {
      do { try FileManager.default.createDirectory(atPath: ProjectFiles.parent(of: path), withIntermediateDirectories: true) } catch {
        throw .cannotWrite("the event log '\(path)' cannot be written: its folder cannot be made")
      }
    }
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  /// Locks the file for this run as long as it is open, and empties it.
  ///
  /// Reports are made from the file, so a second run must not write to it; where a file system knows no locks there is none.
  private static func claim(_ descriptor: Int32, _ path: String) throws(RunFailure) {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(descriptor)
      throw .usage("the event log '\(path)' is in use by another run: give each run a --log of its own")
    }
    guard ftruncate(descriptor, 0) == 0 else {
      let problem = failure(path)
      close(descriptor)
      throw problem
    }
  }

  /// A stream of this process, which goes on where it is; `nil` for any other path.
  private static func stream(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout", "/dev/fd/1": dup(STDOUT_FILENO)
    case "/dev/stderr", "/dev/fd/2": dup(STDERR_FILENO)
    default: nil
    }
  }

  /// Writes all of the bytes; whether that could be.
  private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  private static func carry(_ size: Int, from source: Int32, to target: Int32) -> Bool {
    var position = 0
    var buffer = [UInt8](repeating: 0, count: chunk)
    while position < size {
      let count = pread(source, &buffer, min(chunk, size - position), off_t(position))
      guard count > 0, put(Array(buffer[..<count]), to: target) else { return false }
      position += count
    }
    return true
  }

  private static func holds(_ secrets: Redactor, _ descriptor: Int32, _ size: Int) -> Bool {
    var isFound = false
    _ = eachLines(of: descriptor, size) { lines in
      isFound = isFound || secrets.findsSecret(inLog: lines)
      return !isFound
    }
    return isFound
  }

  /// Copies a log without these secrets; says how long it is then, `nil` where it cannot be read or written.
  private static func carry(_ size: Int, from source: Int32, to target: Int32, without secrets: Redactor) -> Int? {
    var count = 0
    let isWhole = eachLines(of: source, size) { lines in
      let redacted = secrets.redactedLog(lines)
      count += redacted.count
      return put(redacted, to: target)
    }
    return isWhole ? count : nil
  }

  /// Goes through a file in pieces of whole lines, as long as the body says to go on; whether it came to the end.
  private static func eachLines(of descriptor: Int32, _ size: Int, _ body: ([UInt8]) -> Bool) -> Bool {
    var position = 0
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: chunk)
    while position < size {
      let count = pread(descriptor, &buffer, min(chunk, size - position), off_t(position))
      guard count > 0 else { return false }
      position += count
      rest += buffer[..<count]
      let end = position < size ? rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0 : rest.count
      guard end > 0 else { continue }
      if !body(Array(rest[..<end])) { return false }
      rest.removeFirst(end)
    }
    return true
  }

  private static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  private static func failure(_ name: String) -> RunFailure {
    let words = String(cString: strerror(errno))
    return .cannotWrite("the event log '\(name)' cannot be written: \(words.prefix(1).lowercased() + words.dropFirst())")
  }
}

/// Hands every event to the log and then to whoever else listens, who sees it as the log has it: without secrets.
struct RunRecorder<Next: RunListener>: EventSink {
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
