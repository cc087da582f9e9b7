import Encodings
import FoundationEssentials
import JourneyModel
import JourneyReports
import JourneyRunner
import SystemCalls

/// Where the event log goes during a run: the requested file, or one without a name that ends with the process.
///
/// It is an owner of descriptors that is passed from value to value; its opener closes it once.
struct LogSpool: Sendable {
  /// Lines are gathered up to this size before they are written.
  private static let chunk = 256 * 1024

  /// As it was asked for; `nil` for a file without a name.
  private let name: String?
  /// The file that is read back; always a regular one.
  private var file: OpenFile
  /// Whether that is the requested file.
  private var isNamed = false
  /// A requested device or pipe, which cannot be read back.
  private var copy: OpenFile?
  /// What was written to the file that is read back, in bytes.
  private var written = 0
  /// The first thing that went wrong with writing, where no report can be made; the run goes on without a log.
  private(set) var failure: RunFailure?
  /// Why the requested log is not complete, if reports can be made anyway.
  private(set) var unkept: RunFailure?
  private var writer = EventLogWriter()

  /// - Parameter path: `nil` for a file without a name, so that nothing is left of it in any case.
  init(path: String?, _ spelling: SettingSpelling) throws(RunFailure) {
    guard let path else {
      name = nil
      file = try Self.nameless()
      return
    }
    name = path
    let asked: (file: OpenFile, isPlain: Bool)
    do throws(RunFailure) { asked = try Self.opened(path) } catch {
      // The cases decide how the run ends; that its log is missing is reported after it.
      unkept = error
      file = try Self.nameless()
      return
    }
    isNamed = asked.isPlain
    if isNamed { try Self.claim(asked.file, path, spelling) }
    copy = isNamed ? nil : asked.file
    file = isNamed ? asked.file : try Self.nameless()
  }

  /// Where the log can be read from, as long as the spool is not closed.
  var readablePath: String { file.path }

  /// How long the log is that is written so far, in bytes.
  var end: Int { written }

  /// Whether a text is in what is gathered and not written yet.
  func isPending(_ text: String) -> Bool { writer.holds(text) }

  /// What was written from there on; empty where it cannot be read, which is reported when it is read for the reports.
  func lines(from beginning: Int) -> [UInt8] {
    guard beginning < written else { return [] }
    do throws(SystemError) { return try file.read(in: beginning..<written) } catch { return [] }
  }

  func close() {
    file.close()
    copy?.close()
  }

  /// Takes the next event, and gives it back as the log has it: without secrets.
  mutating func record(_ event: RunEvent, through redactor: Redactor) -> SearchedEvent {
    let recorded = writer.append(event, through: redactor)
    if writer.pendingBytes >= Self.chunk { flush() }
    return recorded
  }

  /// Writes what is gathered to a log that the caller asked for, so that a process that is killed leaves it there.
  ///
  /// - Parameter secrets: became known since the events were recorded, and are taken out.
  mutating func settle(without secrets: Redactor) {
    if isNamed || copy != nil, writer.pendingBytes > 0 { flush(without: secrets) }
  }

  /// Writes what is gathered.
  mutating func flush(without secrets: Redactor = Redactor()) {
    var bytes = writer.take()
    guard failure == nil, !bytes.isEmpty else { return }
    if !secrets.isEmpty, secrets.findsSecret(inLog: bytes) { bytes = secrets.redactedLog(bytes) }
    if let copy, unkept == nil, let problem = Self.problem(writing: bytes, to: copy) { unkept = Self.failure(name, problem) }
    if let problem = Self.problem(writing: bytes, to: file) {
      guard isNamed, moveAway(), Self.problem(writing: bytes, to: file) == nil else {
        failure = Self.failure(isNamed ? name : nil, problem)
        return
      }
      unkept = Self.failure(name, problem)
    }
    written += bytes.count
  }

  /// Takes out what was written before it was known to be a secret.
  mutating func hide(_ secrets: Redactor) {
    guard failure == nil, !secrets.isEmpty, Self.holds(secrets, file, written) else { return }
    do throws(SystemError) {
      let other = try Self.unnamed()
      defer { if isNamed { other.close() } }
      let size: Int
      do throws(SystemError) { size = try Self.carry(written, from: file, to: other, without: secrets) } catch {
        if !isNamed { other.close() }
        throw error
      }
      if isNamed {
        try file.truncate(to: 0)
        try file.rewind()
        try Self.carry(size, from: other, to: file)
      } else {
        file.close()
        file = other
      }
      written = size
    } catch {
      failure = Self.failure(name, error)
      // What is left would reveal a secret.
      guard isNamed else { return }
      do throws(SystemError) { try file.truncate(to: 0) } catch { failure = Self.failure(name, error) }
    }
  }

  /// Opens the requested file to everyone who may see files made here: only now it contains nothing that must not be seen.
  func share() {
    if isNamed { file.share() }
  }

  /// Goes on in a file without a name, with all that was written so far; whether that could be.
  private mutating func moveAway() -> Bool {
    do throws(SystemError) {
      let other = try Self.unnamed()
      do throws(SystemError) { try Self.carry(written, from: file, to: other) } catch {
        other.close()
        return false
      }
      file.close()
      file = other
      isNamed = false
      return true
    } catch {
      return false
    }
  }
}

// Calls of the operating system.
extension LogSpool {
  private static var temporaryFolder: String { FileManager.default.temporaryDirectory.path(percentEncoded: false) }

  private static var temporaryPath: String {
    "\(temporaryFolder)/journey-\(OwnProcess.identifier)-\(UInt32.random(in: 0...UInt32.max)).jsonl"
  }

  /// A file that has no name any more, in the folder for temporary ones.
  private static func nameless() throws(RunFailure) -> OpenFile {
    do throws(SystemError) { return try unnamed() } catch { throw failure(nil, error) }
  }

  private static func unnamed() throws(SystemError) -> OpenFile {
    let path = temporaryPath
    let file = try OpenFile(creating: path, isNew: true)
    do throws(SystemError) { try FileSystem.remove(path) } catch {
      file.close()
      throw error
    }
    return file
  }

  /// The file asked for, in a folder that is made where it is missing, and whether it is a plain one; a stream of this process goes on
  /// where it is.
  private static func opened(_ path: String) throws(RunFailure) -> (OpenFile, isPlain: Bool) {
    do throws(SystemError) {
      if let stream = try OpenFile.stream(path) { return (stream, false) }
      let file = FileSystem.isDevice(path) ? try OpenFile(creating: path) : try OpenFile(placing: path)
      return (file, try file.status().kind == .plain)
    } catch { throw failure(path, error) }
  }

  /// Locks the file for this run as long as it is open, and empties it.
  ///
  /// Reports are made from the file, so a second run must not write to it; where a file system knows no locks there is none.
  private static func claim(_ file: OpenFile, _ path: String, _ spelling: SettingSpelling) throws(RunFailure) {
    if file.lock() == .taken {
      file.close()
      throw .logInUse("the event log '\(path)' is in use by another run: give each run its own \(spelling[.log])")
    }
    do throws(SystemError) { try file.truncate(to: 0) } catch {
      file.close()
      throw failure(path, error)
    }
  }

  /// Writes all of the bytes; what kept them from being written, `nil` if nothing did.
  private static func problem(writing bytes: [UInt8], to file: OpenFile) -> SystemError? {
    do throws(SystemError) {
      try file.write(bytes[...])
      return nil
    } catch { return error }
  }

  private static func carry(_ size: Int, from source: OpenFile, to target: OpenFile) throws(SystemError) {
    var position = 0
    while position < size {
      let bytes = try piece(of: source, from: position, size)
      try target.write(bytes[...])
      position += bytes.count
    }
  }

  /// The next bytes of a file that has so many; never empty.
  private static func piece(of file: OpenFile, from position: Int, _ size: Int) throws(SystemError) -> [UInt8] {
    let bytes = try file.read(in: position..<min(position + chunk, size))
    guard !bytes.isEmpty else { throw .cutShort }
    return bytes
  }

  private static func holds(_ secrets: Redactor, _ file: OpenFile, _ size: Int) -> Bool {
    var isFound = false
    do throws(SystemError) {
      try eachLines(of: file, size) { lines throws(SystemError) in
        isFound = isFound || secrets.findsSecret(inLog: lines)
        return !isFound
      }
    } catch {
      // What cannot be read is reported when it is copied.
      return isFound
    }
    return isFound
  }

  /// Copies a log without these secrets; says how long it is then.
  private static func carry(_ size: Int, from source: OpenFile, to target: OpenFile, without secrets: Redactor) throws(SystemError) -> Int {
    var count = 0
    try eachLines(of: source, size) { lines throws(SystemError) in
      let redacted = secrets.redactedLog(lines)
      count += redacted.count
      try target.write(redacted[...])
      return true
    }
    return count
  }

  /// Goes through a file in pieces of whole lines, as long as the body says to go on.
  private static func eachLines(
    of file: OpenFile, _ size: Int, _ body: ([UInt8]) throws(SystemError) -> Bool
  ) throws(SystemError) {
    var position = 0
    var rest: [UInt8] = []
    while position < size {
      let bytes = try piece(of: file, from: position, size)
      position += bytes.count
      rest += bytes
      let end = position < size ? rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0 : rest.count
      guard end > 0 else { continue }
      if try !body(Array(rest[..<end])) { return }
      rest.removeFirst(end)
    }
  }

  /// - Parameter name: that of the requested log; `nil` for a file without one, from which reports are made.
  private static func failure(_ name: String?, _ error: SystemError) -> RunFailure {
    guard let name else { return .cannotWrite("the events of the run cannot be stored in a file in '\(temporaryFolder)': \(error)") }
    return .cannotWrite("the event log '\(name)' cannot be written: \(error)")
  }
}

/// Passes every event to the log and then to the next listener, who sees it as the log has it: without secrets.
struct RunRecorder<Next: RunListener>: EventSink {
  var spool: LogSpool
  var secrets: RunSecrets
  var next: Next

  /// By the ids of cases that are being walked: where in the log their lines begin.
  private var beginnings: [String: Int] = [:]

  init(spool: LogSpool, secrets: RunSecrets, next: Next) { (self.spool, self.secrets, self.next) = (spool, secrets, next) }

  mutating func record(_ event: RunEvent) {
    // All cases are planned before any is walked, so that they begin where their first attempt does.
    if case .attemptStarted = event.kind, let scenario = event.scenario, beginnings[scenario] == nil { beginnings[scenario] = spool.end }
    let recorded = spool.record(event, through: secrets.redactor)
    guard case .scenarioEnded = event.kind else { return next.record(recorded) }
    if let scenario = event.scenario { noteShown(in: scenario) }
    // Stored before it is shown: no case is reported that the log of a killed run does not have.
    settle()
    next.record(recorded)
    if let scenario = event.scenario { secrets.end(scenario) }
  }

  /// Takes out of the whole log what was shown before it was known to be a secret, also by cases that were interrupted.
  mutating func hideLate() {
    for scenario in beginnings.keys.sorted() { noteShown(in: scenario) }
    spool.flush(without: secrets.late)
    spool.hide(secrets.late)
  }

  /// Notes what the server sent to a case as a secret after the log had it.
  private mutating func noteShown(in scenario: String) {
    guard let beginning = beginnings.removeValue(forKey: scenario) else { return }
    let sent = secrets.sent(to: scenario)
    guard !sent.isEmpty else { return }
    let lines = spool.lines(from: beginning)
    for secret in sent where lines.contains(bytes: secret.unsafeText) || spool.isPending(secret.unsafeText) { secrets.note(late: secret) }
  }

  mutating func settle() { spool.settle(without: secrets.late) }

  mutating func learn(_ learned: [Secret], of scenario: String) {
    secrets.learn(learned, of: scenario)
  }
}
