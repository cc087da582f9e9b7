extension WebURL {
  /// Another path and query of the same server, as a request line has them; scheme, host and port are not read again.
  ///
  /// - Parameter target: begins with a slash; what follows a `#` is a fragment.
  package func at(target: String, limit: Int = WebURL.defaultLimit) throws(WebURLError) -> WebURL {
    try Self.checkCharacters(target, limit: limit)
    guard target.hasPrefix("/") else { throw .ambiguousPath }
    var url = self
    let bytes = target.utf8
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    url.setPath(String(target[..<mark]))
    url.setQuery(mark < end ? String(target[bytes.index(after: mark)..<end]) : nil)
    url.setFragment(end < bytes.endIndex ? String(target[bytes.index(after: end)...]) : nil)
    return url
  }
}
