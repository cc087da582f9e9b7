import Encodings
import JourneyModel
import JourneyRunner
import Synchronization
import SystemCalls

/// Hands out each code of an authenticator app once on this machine: to cases, attempts, runs and shards.
///
/// A file in the user's cache folder says what was used; it is locked while it is read and written. A class with a lock, because all
/// cases of a run share what the run itself remembers.
final class PasscodeLedger: PasscodeLeases {
  /// Another process has the file's lock for a moment only.
  private static let lockAttempts = 200
  private static let lockInterval = Duration.milliseconds(10)

  private struct State: Sendable {
    var used = UsedPasscodes()
    var problem: String?
    var isProblemSaid = false
    var isUsed = false
  }

  /// `nil` if only this run remembers.
  private let path: String?
  private let state = Mutex(State())

  /// - Parameter path: of the file; `nil` for none.
  init(path: String?) { self.path = path }

  /// In the user's cache folder.
  convenience init(environment: [String: String]) {
    let folder = CacheFolder.path(in: environment)
    self.init(path: folder.map { "\($0)/used-codes" })
    if folder == nil { note(CacheFolder.missing) }
  }

  /// Why other runs on this machine do not know which codes this one uses; `nil` if they do.
  var problem: String? { state.withLock { $0.problem } }

  /// Whether any code was asked for.
  var isUsed: Bool { state.withLock { $0.isUsed } }

  func lease(_ key: Secret, at now: Instant) async throws(DriverError) -> PasscodeLease {
    guard let bytes = Base32.decode(key.unsafeText) else {
      throw DriverError(.impossible, "the key of an authenticator app is not Base32 text")
    }
    state.withLock { $0.isUsed = true }
    let leased = await leaseFromFile(bytes, at: now)
    let step = leased ?? state.withLock { $0.used.lease(bytes, at: now) }
    guard let step, step <= OneTimePassword.step(atSecondsSinceEpoch: now.seconds) + UsedPasscodes.farthest else { throw Self.tooFar }
    return lease(step, isOfMachine: leased != nil)
  }

  private static var tooFar: DriverError {
    let minutes = UsedPasscodes.farthest * UInt64(OneTimePassword.usualPeriod) / 60
    return DriverError(
      .impossible,
      "every code of the authenticator app for the next \(minutes) minutes is taken by other cases on this machine; spread the cases over more accounts"
    )
  }

  private func lease(_ step: UInt64, isOfMachine: Bool) -> PasscodeLease {
    let problem = state.withLock { state in
      defer { state.isProblemSaid = state.isProblemSaid || state.problem != nil }
      return state.isProblemSaid ? nil : state.problem
    }
    return PasscodeLease(
      step: step, begins: Instant(seconds: Int64(step) * Int64(OneTimePassword.usualPeriod)), extent: isOfMachine ? .machine : .run,
      problem: problem)
  }

  /// `nil` if the file cannot be used. A step that is too far ahead is not kept.
  private func leaseFromFile(_ key: [UInt8], at now: Instant) async -> UInt64? {
    guard let path else { return nil }
    // If a pipe is in its place that no process writes to, reading it would wait for ever.
    if let status = FileStatus(of: path, followsLinks: false), ![.plain, .link].contains(status.kind) {
      note("'\(path)' is not a regular file")
      return nil
    }
    do throws(SystemError) {
      let file = try OpenFile(placing: path)
      defer { file.close() }
      guard await isLocked(file) else {
        note("'\(path)' is locked by another process")
        return nil
      }
      return try lease(key, in: file, at: now)
    } catch {
      note("'\(path)' cannot be written: \(error)")
      return nil
    }
  }

  private func lease(_ key: [UInt8], in file: OpenFile, at now: Instant) throws(SystemError) -> UInt64 {
    let text = String(decoding: try file.readAll(limit: UsedPasscodes.largestText), as: UTF8.self)
    var used = UsedPasscodes(reading: text) ?? UsedPasscodes()
    if let own = state.withLock({ $0.used.lastStep(of: key) }) { used.use(own, of: key) }
    guard let step = used.lease(key, at: now) else { return .max }
    let bytes = Array(used.text.utf8)
    try file.rewind()
    try file.write(bytes[...])
    try file.truncate(to: bytes.count)
    state.withLock { $0.used.use(step, of: key) }
    return step
  }

  private func isLocked(_ file: OpenFile) async -> Bool {
    for _ in 0..<Self.lockAttempts {
      switch file.lock() {
      // Where the file system has no locks, two processes may rarely get the same code.
      case .got, .unsupported: return true
      case .taken: do { try await ContinuousClock().sleep(for: Self.lockInterval) } catch { return false }
      }
    }
    return false
  }

  private func note(_ reason: String) {
    let sentence = "other runs on this machine do not know which codes of authenticator apps this one uses: \(reason)"
    state.withLock { $0.problem = $0.problem ?? sentence }
  }
}
