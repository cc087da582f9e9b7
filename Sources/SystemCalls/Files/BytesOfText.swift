#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// Whether the bytes of a text are somewhere in these.
  package func holds(bytesOf text: String) -> Bool {
    var text = text
    return text.withUTF8 { sought in
      withUnsafeBytes { bytes in
        guard let first = sought.first, let words = sought.baseAddress, let start = bytes.baseAddress else { return sought.isEmpty }
        var place = 0
        while place + sought.count <= bytes.count, let next = memchr(start + place, Int32(first), bytes.count - place) {
          place = UnsafeRawPointer(next) - start
          if place + sought.count <= bytes.count, memcmp(next, words, sought.count) == 0 { return true }
          place += 1
        }
        return false
      }
    }
  }
}
