import Dispatch
import JourneyTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal of a given width that a command writes to.
struct PseudoTerminal {
  struct Failure: Error {
    let number: Int32
  }

  /// What a command of ours writes to it, its end included.
  struct Outcome: Sendable {
    var code: Int32?
    /// As it came, line breaks as a terminal makes them.
    var text: String
  }

  /// Runs the built command on a terminal; both of its streams go there.
  static func run(_ arguments: [String], columns: Int, environment: [String: String] = [:], in folder: String = Fixtures.packageRoot)
    async throws
    -> Outcome
  {
    let (reader, path) = try open(columns: columns)
    let words = ["-c", #"exec "$@" >"$0" 2>&1"#, path, BuiltCommand.path] + arguments
    let environment = environment.merging(["SWIFT_BACKTRACE": "enable=no", "TERM": "xterm"]) { own, _ in own }
    // A terminal whose last writer goes away gives an error instead of an end: one that stays open keeps what was written.
    let keeper = try open(path)
    var child = try ChildProcess("/bin/sh", words, environment: environment, folder: folder)
    async let text = withCheckedContinuation { continuation in
      DispatchQueue(label: "read the terminal").async { continuation.resume(returning: readAll(reader)) }
    }
    let ending = await child.end()
    close(keeper)
    let code: Int32? = if case .exited(let code) = ending { code } else { nil }
    return Outcome(code: code, text: await text)
  }

  /// Opens a new terminal by its multiplexer, as posix_openpt and its kin do, which Swift does not see.
  private static func open(columns: Int) throws -> (reader: Int32, path: String) {
    let (unlock, tellNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    let reader = try open("/dev/ptmx")
    var (isLocked, number) = (Int32(0), Int32(0))
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(reader, unlock, &isLocked) == 0, ioctl(reader, tellNumber, &number) == 0, ioctl(reader, UInt(TIOCSWINSZ), &size) == 0
    else { throw Failure(number: errno) }
    return (reader, "/dev/pts/\(number)")
  }

  private static func open(_ path: String) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #else
      let descriptor = Darwin.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #endif
    guard descriptor >= 0 else { throw Failure(number: errno) }
    return descriptor
  }

  /// Reads until every writer has closed it.
  private static func readAll(_ reader: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(reader, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    close(reader)
    return String(decoding: bytes, as: UTF8.self)
  }
}
