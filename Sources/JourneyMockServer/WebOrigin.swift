import Encodings
import JourneyMock

/// Origins as browsers write them in the header `Origin`.
public enum WebOrigin {
  /// The origin of an address: scheme and host in lower case, the port unless it is the scheme's own.
  ///
  /// `nil` for an address without a host, such as an app's own scheme.
  public static func text(of address: String) -> String? {
    do {
      return try WebURL(address).webOrigin
    } catch {
      return nil
    }
  }

  /// Whether it is an origin and nothing more, e.g. `http://localhost:5173`; `null` is one, of pages without an address.
  public static func isOne(_ text: String) -> Bool {
    text == "null" || self.text(of: text).map { $0 == text || $0 == text.asciiLowercased } == true
  }

  /// Whether it is a host name or an IP address, without a scheme and a port; an IPv6 address has no brackets or both.
  public static func isHost(_ text: String) -> Bool {
    if IPAddress(text) != nil { return true }
    return !text.utf8.contains(UInt8(ascii: ":")) && self.text(of: "ws://\(text)").map { $0 == "ws://\(text.asciiLowercased)" } == true
  }

  /// The web origins of the clients' redirect URIs; apps' own schemes have none.
  static func origins(of clients: [MockTenant.Client]) -> Set<String> {
    let addresses = clients.flatMap(\.redirectURIs).filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
    return Set(addresses.compactMap { text(of: $0) })
  }
}
