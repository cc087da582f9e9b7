import JourneyScenario

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A plain file that was looked at and may be read.
struct PlainFile: Sendable, Hashable {
  let path: String
  /// In bytes, when it was looked at: no more is read.
  let size: Int

  /// What it holds; a link that took its place meanwhile is not followed.
  func bytes() throws(ScenarioFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw ScenarioFileError("it cannot be read") }
    defer { close(descriptor) }
    var hasFailed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < size {
        let got = read(descriptor, start + count, size - count)
        if got < 0, errno == EINTR { continue }
        hasFailed = got < 0
        guard got > 0 else { return }
        count += got
      }
    }
    guard !hasFailed else { throw ScenarioFileError("it cannot be read") }
    return bytes
  }
}
