import Encodings
import JourneyMock

/// The parameters that go from page to page: where the person came from, and where they want to go.
struct KeptQuery: Sendable, Hashable {
  private static let names = ["fromURI", "appClientId", "clientId", "returnUrl", "maxAge", "ref", "refViewId"]

  private(set) var items: [QueryItem]

  init(_ items: [QueryItem]) {
    self.items = Self.names.compactMap { name in items.first { $0.name == name && !$0.value.isEmpty } }
  }

  subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  /// Where the interrupted authorization request goes on; a path of an authorization server, or nothing.
  var fromURI: String? {
    self["fromURI"].flatMap { Self.isOfAuthorizationServer($0) ? $0 : nil }
  }

  /// The path with these parameters.
  func appended(to path: String, _ others: [QueryItem] = []) -> String {
    let all = items + others
    return all.isEmpty ? path : path.appending(query: all)
  }

  private static func isOfAuthorizationServer(_ path: String) -> Bool {
    path.hasPrefix(GatewayPath.authorization + "/") && !path.contains("..") && !path.contains("\\")
      && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
