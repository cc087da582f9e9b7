package import Encodings

/// The beginning of paths that names a world, `/~NAME`, and how answers stay below it.
package struct WorldPrefix: Sendable, Hashable {
  /// Empty for none, else with a slash at the beginning only.
  package let text: String
  /// The world's name; `nil` for none.
  package let name: String?

  /// Parts the target of a request into the prefix and what the tenant knows.
  package static func split(_ target: String) -> (prefix: WorldPrefix, target: String) {
    guard target.hasPrefix("/~") else { return (WorldPrefix(text: "", name: nil), target) }
    let end = target.utf8.dropFirst(2).firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? target.utf8.endIndex
    let text = String(target[..<end])
    guard text.utf8.count > 2, let name = PercentEncoding.decode(String(text.dropFirst(2))) else {
      return (WorldPrefix(text: "", name: nil), target)
    }
    let rest = String(target[end...])
    return (WorldPrefix(text: text, name: name), rest.hasPrefix("/") ? rest : "/" + rest)
  }

  /// Lets redirects and pages that name a path of the mock name it below the prefix.
  package func apply(to response: inout HTTPResponseMessage) {
    guard !text.isEmpty else { return }
    if let location = response.headers["Location"], location.hasPrefix("/"), !location.hasPrefix("//") {
      response.headers["Location"] = text + location
    }
    guard response.headers["Content-Type"]?.hasPrefix("text/html") == true else { return }
    var page = String(decoding: response.body, as: UTF8.self)
    for attribute in ["href", "action", "formaction", "src"] {
      page = page.replacing(" \(attribute)=\"/", with: " \(attribute)=\"\(text)/")
    }
    response.body = Array(page.utf8)
  }
}
