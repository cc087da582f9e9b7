/// A URL or relative reference cut at its delimiters, nothing decoded or checked (RFC 3986 appendix B).
struct URLReferenceParts: Hashable {
  var scheme: String?
  /// Between `//` and the path; empty in `file:///x`, `nil` in `mailto:x`.
  var authority: String?
  var path = ""
  /// Behind `?`; empty if nothing follows it, `nil` if there is none.
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = text.utf8[...]
    func split(at delimiter: UInt8) -> String? {
      guard let index = rest.firstIndex(of: delimiter) else { return nil }
      defer { rest = rest[..<index] }
      return String(Substring(rest[rest.index(after: index)...]))
    }
    fragment = split(at: UInt8(ascii: "#"))
    query = split(at: UInt8(ascii: "?"))
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      scheme = String(Substring(rest[..<colon]))
      rest = rest[rest.index(after: colon)...]
    }
    if rest.starts(with: "//".utf8) {
      let start = rest.index(rest.startIndex, offsetBy: 2)
      let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(Substring(rest[start..<end]))
      rest = rest[end...]
    }
    path = String(Substring(rest))
  }

  /// The target of this reference seen from a base (RFC 3986 section 5.2.2, the strict form).
  func resolved(against base: URLReferenceParts) -> URLReferenceParts {
    var target = self
    if scheme != nil || authority != nil {
      target.path = Self.removingDotSegments(path)
    } else if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else {
      target.path = Self.removingDotSegments(path.hasPrefix("/") ? path : merged(with: base))
    }
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil { target.authority = base.authority }
    }
    return target
  }

  /// The text of all parts (RFC 3986 section 5.3).
  var text: String {
    var text = ""
    if let scheme { text += "\(scheme):" }
    if let authority { text += "//\(authority)" }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }

  /// This relative path put in the place of the base's last segment (RFC 3986 section 5.2.3).
  private func merged(with base: URLReferenceParts) -> String {
    if base.authority != nil && base.path.isEmpty { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(base.path[...slash]) + path
  }

  /// RFC 3986 section 5.2.4, by segments instead of by repeated cutting, so that it takes linear time.
  static func removingDotSegments(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    let segments = path.utf8.dropFirst(isAbsolute ? 1 : 0).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var output: [Substring.UTF8View] = []
    for segment in segments {
      if isDot(segment, count: 2) {
        _ = output.popLast()
      } else if !isDot(segment, count: 1) {
        output.append(segment)
      }
    }
    if let last = segments.last, !output.isEmpty, isDot(last, count: 1) || isDot(last, count: 2) { output.append("".utf8[...]) }
    return (isAbsolute ? "/" : "") + output.map { String(Substring($0)) }.joined(separator: "/")
  }

  private static func isDot(_ segment: Substring.UTF8View, count: Int) -> Bool {
    segment.count == count && segment.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  private static func isScheme(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, ASCIISet.letters.contains(first) else { return false }
    return text.allSatisfy(schemeCharacters.contains)
  }

  private static let schemeCharacters = ASCIISet.letters.union(.digits).union(ASCIISet("+-."))
}
