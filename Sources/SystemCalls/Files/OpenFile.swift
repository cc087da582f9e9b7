import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, pipe or device that is open: swift-system's descriptor with typed errors, and with what it has no call for.
///
/// It is a value that can be copied; the code that opens it closes it once. Calls that a signal interrupts are made again.
package struct OpenFile: Sendable, Hashable {
  /// What came of asking for a file's lock.
  package enum Lock: Sendable, Hashable {
    case got
    /// Another process has it.
    case taken
    /// The file system knows no locks.
    case unsupported
  }

  let descriptor: FileDescriptor

  package static let standardOutput = OpenFile(descriptor: .standardOutput)
  package static let standardError = OpenFile(descriptor: .standardError)
  package static let standardInput = OpenFile(descriptor: .standardInput)

  init(descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Opens a path to be read.
  ///
  /// - Parameters:
  ///   - followsLinks: else a link is an error.
  ///   - waits: else opening a pipe does not wait for a writer.
  package init(reading path: String, followsLinks: Bool = true, waits: Bool = true) throws(SystemError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec]
    if !followsLinks { options.insert(.noFollow) }
    if !waits { options.insert(.nonBlocking) }
    try self.init(path, .readOnly, options)
  }

  /// Opens a path to be written behind what is there.
  package init(appendingTo path: String, creates: Bool) throws(SystemError) {
    try self.init(
      path, .writeOnly, creates ? [.append, .closeOnExec, .create] : [.append, .closeOnExec],
      creates ? FilePermissions(rawValue: 0o666) : nil)
  }

  /// Opens a file to be read and written, which is its owner's alone.
  ///
  /// - Parameter isNew: whether one that is there already is an error.
  package init(creating path: String, isNew: Bool = false) throws(SystemError) {
    try self.init(
      path, .readWrite, isNew ? [.create, .closeOnExec, .exclusiveCreate] : [.create, .closeOnExec], FilePermissions(rawValue: 0o600))
  }

  /// Opens a file to be read and written, made where it is missing, as its folders are; it is its owner's alone, and a link in its
  /// place gives way to it.
  package init(placing path: String) throws(SystemError) {
    try FileSystem.makeFolders(for: path)
    self = try FileSystem.inFolder(of: path) { path throws(SystemError) in
      try FileSystem.removeLink(path)
      return try OpenFile(path, .readWrite, [.create, .closeOnExec, .noFollow], FilePermissions(rawValue: 0o600))
    }
  }

  /// Opens a file that is there to be read and written; a link is an error.
  package init(changing path: String) throws(SystemError) { try self.init(path, .readWrite, [.closeOnExec, .noFollow]) }

  private init(
    _ path: String, _ access: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions, _ permissions: FilePermissions? = nil
  ) throws(SystemError) {
    do { descriptor = try FileDescriptor.open(path, access, options: options, permissions: permissions) } catch { throw SystemError(error) }
  }

  /// Makes a file with a name that no other has: the beginning, and six letters.
  package static func temporary(beginning: String) throws(SystemError) -> (file: OpenFile, path: String) {
    let made = try FileSystem.inFolder(of: beginning) { beginning throws(SystemError) in try temporary(at: beginning) }
    return (made.file, beginning + made.letters)
  }

  private static func temporary(at beginning: String) throws(SystemError) -> (file: OpenFile, letters: String) {
    var template = Array("\(beginning)XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .last }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (OpenFile(descriptor: FileDescriptor(rawValue: descriptor)), String(path.suffix(6)))
  }

  /// One of the process's two streams, which goes on where it is; `nil` for any other path.
  package static func stream(_ path: String) throws(SystemError) -> OpenFile? {
    do {
      switch path {
      case "/dev/stdout", "/dev/fd/1": return OpenFile(descriptor: try FileDescriptor.standardOutput.duplicate())
      case "/dev/stderr", "/dev/fd/2": return OpenFile(descriptor: try FileDescriptor.standardError.duplicate())
      default: return nil
      }
    } catch { throw SystemError(error) }
  }

  /// Two ends of a pipe, which no child process inherits.
  package static func pipe() throws(SystemError) -> (read: OpenFile, write: OpenFile) {
    let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do { ends = try FileDescriptor.pipe() } catch { throw SystemError(error) }
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return (OpenFile(descriptor: ends.readEnd), OpenFile(descriptor: ends.writeEnd))
  }

  package func close() {
    do { try descriptor.close() } catch {
      // What was written is whole where its flush did not throw; nothing else can be done about a descriptor.
      return
    }
  }
}

extension OpenFile {
  /// The path under which it can be opened again.
  package var path: String { "/dev/fd/\(descriptor.rawValue)" }

  package func status() throws(SystemError) -> FileStatus {
    guard let status = FileStatus(of: descriptor.rawValue) else { throw .last }
    return status
  }

  /// What there is to read, at most so many bytes; empty at the end.
  package func read(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do { count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer)) } catch { failure = SystemError(error) }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Everything up to so many bytes, or up to the end where it comes before.
  package func read(upTo size: Int) throws(SystemError) -> [UInt8] { try fill(size) { try descriptor.read(into: $0) } }

  /// Everything that comes until the end; where that is more than so many bytes, the rest is left.
  package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let piece = try read(atMost: 64 * 1024)
      guard !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }

  /// The bytes of a stretch; fewer where the file ends in it.
  package func read(in range: Range<Int>) throws(SystemError) -> [UInt8] {
    var position = Int64(range.lowerBound)
    return try fill(range.count) { buffer in
      let count = try descriptor.read(fromAbsoluteOffset: position, into: buffer)
      position += Int64(count)
      return count
    }
  }

  private func fill(_ size: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do {
        while count < size {
          let got = try read(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size]))
          guard got > 0 else { return }
          count += got
        }
      } catch { failure = SystemError(error) }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all of the bytes.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count: Int
      do { count = try rest.withUnsafeBytes { try descriptor.write($0) } } catch { throw SystemError(error) }
      guard count > 0 else { throw SystemError(code: EIO) }
      rest = rest.dropFirst(count)
    }
  }

  package func truncate(to size: Int) throws(SystemError) {
    do { try descriptor.resize(to: Int64(size)) } catch { throw SystemError(error) }
  }

  /// Goes on at the beginning.
  package func rewind() throws(SystemError) {
    do { _ = try descriptor.seek(offset: 0, from: .start) } catch { throw SystemError(error) }
  }

  /// Has the file system keep what was written; devices have nothing to keep.
  package func flush() throws(SystemError) {
    guard fsync(descriptor.rawValue) == 0 || errno == EINVAL || errno == ENOTSUP else { throw .last }
  }

  /// Asks for the lock, which goes with the process however it ends.
  package func lock() -> Lock {
    guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 else { return .got }
    return errno == EWOULDBLOCK ? .taken : .unsupported
  }

  /// Gives the file the permissions that files created here have by default.
  package func share() {
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor.rawValue, 0o666 & ~mask)
  }

  /// Has reading return at once where there is nothing.
  func stopWaiting() { _ = fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK) }
}
