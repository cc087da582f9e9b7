import Diagnostics
import JourneyMock
import LocatedYAML

/// What a client has in this dialect in addition to what every dialect knows of it.
struct GatewayClientRule: Sendable {
  /// The keys below a client.
  static let keys = ["fallback_uri", "link_prefix", "login_page"]

  /// The address of the app's that asks for another authorization request; `nil` if the app has none.
  var fallbackURI: String?
  /// The text before the token in links of mails to people who came from the app, so that the app takes them.
  var linkPrefix = ""
  /// Whether the login page is at the authorization endpoint itself, as newer servers have it.
  var hasLoginPageInPlace = false
}

extension TenantCompiler {
  /// The client's own keys.
  mutating func gatewayClient(_ definition: ClientDefinition) -> GatewayClientRule {
    var client = GatewayClientRule()
    if let node = definition.own("fallback_uri") { client.fallbackURI = text(node)?.text }
    if let node = definition.own("link_prefix") { client.linkPrefix = text(node)?.text ?? "" }
    if let node = definition.own("login_page"), let word = text(node) {
      let words = ["redirect", "in_place"]
      client.hasLoginPageInPlace = word.text == "in_place"
      if !words.contains(word.text) {
        report(.badValue, "unknown login page '\(word.text)'; expected one of \(words.joined(separator: ", "))", word.range)
      }
    }
    return client
  }
}
