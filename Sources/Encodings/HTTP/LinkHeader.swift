/// The targets of `Link` headers (RFC 8288 section 3), which lists of more than one page have.
package enum LinkHeader {
  /// As many bytes of all these headers are read.
  private static let mostBytes = 64 * 1024

  /// The references that links of a relation have, in order; what breaks the syntax ends its header.
  ///
  /// - Parameter relation: in lower case, e.g. `next`.
  package static func targets(of relation: String, in headers: HTTPFields) -> [String] {
    var left = mostBytes
    return headers.values(of: "link").flatMap { value -> [String] in
      left -= value.utf8.count
      guard left >= 0 else { return [] }
      var reader = LinkReader(value)
      var found: [String] = []
      while let link = reader.next() {
        if link.relations.contains(relation) { found.append(link.target) }
      }
      return found
    }
  }
}

/// Reads links sign by sign.
private struct LinkReader {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// The next link; `nil` at the end, or where none begins.
  mutating func next() -> (target: String, relations: Set<String>)? {
    skip { $0 == " " || $0 == "\t" || $0 == "," }
    guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
    let target = String(rest[rest.index(after: rest.startIndex)..<end])
    rest = rest[rest.index(after: end)...]
    var relations: Set<String> = []
    while let parameter = parameter() {
      guard parameter.name == "rel", relations.isEmpty else { continue }
      relations = Set(parameter.value.lowercased().split(separator: " ").map(String.init))
    }
    return (target, relations)
  }

  /// The next parameter of a link; `nil` where the link ends.
  private mutating func parameter() -> (name: String, value: String)? {
    skip { $0 == " " || $0 == "\t" }
    guard rest.first == ";" else { return nil }
    rest = rest.dropFirst()
    skip { $0 == " " || $0 == "\t" }
    let name = take { !"=;, \t".contains($0) }.lowercased()
    skip { $0 == " " || $0 == "\t" }
    guard rest.first == "=" else { return (name, "") }
    rest = rest.dropFirst()
    skip { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else { return (name, take { !";, \t".contains($0) }) }
    rest = rest.dropFirst()
    var value = ""
    while let sign = rest.popFirst(), sign != "\"" {
      if sign == "\\", let next = rest.popFirst() { value.append(next) } else { value.append(sign) }
    }
    return (name, value)
  }

  private mutating func skip(_ isSkipped: (Character) -> Bool) { rest = rest.drop(while: isSkipped) }

  private mutating func take(_ isTaken: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: isTaken)
    rest = rest[taken.endIndex...]
    return String(taken)
  }
}
