import Encodings
import JourneyMock

extension WorldState {
  /// The origin that the authorization server and the gateway share.
  var siteAddress: String {
    guard let range = issuer.utf8.firstRange(of: "/oauth2".utf8) else { return issuer }
    return String(issuer[..<range.lowerBound])
  }

  /// The path below which the site is; empty for none.
  var sitePath: String {
    do throws(WebURLError) { return try WebURL(siteAddress).path } catch { return "" }
  }

  /// The path of the authorization server that issues tokens: its issuer's, else the site's own.
  var authorizationServer: String {
    let path = issuer.dropFirst(siteAddress.count)
    return path.isEmpty ? GatewayPath.authorization : String(path)
  }

  /// An authorization server's name in tokens and discovery.
  func issuerName(ofServer path: String) -> String { path == GatewayPath.authorization ? siteAddress : siteAddress + path }

  /// Whether cookies have the attributes that only encrypted connections allow.
  var isSecure: Bool { issuer.hasPrefix("https:") }
}
