package import Encodings

/// The path of an address with names for its changing parts: `/welcome/:token`.
package struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
  private var segments: [String]

  /// The template as an admin writes it; a segment that begins with a colon is any one segment.
  package init(_ text: String) { segments = Self.segments(of: text) }

  /// What is left of an address when its tokens have no names: `:token` for each segment that is one.
  package init(of url: WebURL) {
    segments = Self.segments(of: url.path).map { RandomText.isToken(PercentEncoding.decode($0) ?? $0) ? ":token" : $0 }
  }

  /// The template with other segments.
  func replacing(_ segment: (String) -> String) -> PathTemplate {
    var replaced = self
    replaced.segments = segments.map(segment)
    return replaced
  }

  /// Whether an address has this path, a slash at its end or not.
  package func matches(_ url: WebURL) -> Bool {
    let others = Self.segments(of: url.path)
    return others.count == segments.count && zip(segments, others).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
  }

  /// Whether it matches every address that another template matches.
  func covers(_ other: PathTemplate) -> Bool {
    segments.count == other.segments.count && zip(segments, other.segments).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
  }

  package var description: String { "/" + segments.joined(separator: "/") }

  private static func segments(of path: String) -> [String] {
    let path = path.prefix { $0 != ";" }
    return path.split(separator: "/").map(String.init)
  }
}
