package import Encodings

/// The beginning of paths that names a world, `/~NAME`, and how answers stay below it and below the path of the mock's issuer.
package struct WorldPrefix: Sendable, Hashable {
  /// The path of the mock's issuer, below which everything is; empty for none, else with a slash at the beginning only.
  private let base: String
  /// Empty for none, else with a slash at the beginning only.
  private let text: String
  /// The world's name; `nil` for none.
  package let name: String?

  /// What paths of the mock begin with.
  package var path: String { base + text }

  /// Parts the target of a request into the prefix and what the tenant knows.
  ///
  /// - Parameter base: the path of the mock's issuer. Requests have it too, unless a proxy took it away.
  package static func split(_ target: String, below base: String = "") -> (prefix: WorldPrefix, target: String) {
    let target = without(base, target)
    let nobody = WorldPrefix(base: base, text: "", name: nil)
    guard target.hasPrefix("/~") else { return (nobody, target) }
    let end = target.utf8.dropFirst(2).firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? target.utf8.endIndex
    let text = String(target[..<end])
    guard text.utf8.count > 2, let name = PercentEncoding.decode(String(text.dropFirst(2))) else { return (nobody, target) }
    return (WorldPrefix(base: base, text: text, name: name), rooted(target[end...]))
  }

  private static func without(_ base: String, _ target: String) -> String {
    guard !base.isEmpty, target.hasPrefix(base) else { return target }
    let rest = target.utf8.dropFirst(base.utf8.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?") else { return target }
    return rooted(Substring(rest))
  }

  private static func rooted(_ target: Substring) -> String { target.hasPrefix("/") ? String(target) : "/" + target }

  /// The world's address where the mock's is this one, without a slash at the end: the world's name comes before the path of an
  /// authorization server.
  package func address(at address: String) -> String {
    guard !text.isEmpty else { return address }
    let pathLength = Self.path(of: address).utf8.count
    let origin = address.utf8.dropLast(pathLength)
    return String(Substring(origin)) + path + String(Substring(address.utf8.suffix(max(pathLength - base.utf8.count, 0))))
  }

  static func path(of address: String) -> String {
    do throws(WebURLError) { return try WebURL(address).path } catch { return "" }
  }

  /// Lets redirects and pages that name a path of the mock name it below the prefix.
  package func apply(to response: inout HTTPResponseMessage) {
    guard !path.isEmpty else { return }
    if let location = response.headers["Location"], location.hasPrefix("/"), !location.hasPrefix("//"), !location.hasPrefix(path + "/") {
      response.headers["Location"] = path + location
    }
    guard response.headers["Content-Type"]?.hasPrefix("text/html") == true else { return }
    var page = String(decoding: response.body, as: UTF8.self)
    for attribute in ["href", "action", "formaction", "src"] {
      page = page.replacing(" \(attribute)=\"/", with: " \(attribute)=\"\(path)/")
    }
    response.body = Array(page.utf8)
  }
}
