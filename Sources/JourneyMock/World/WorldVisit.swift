package import Encodings

/// What a request says of the world that it means, and by which address it asks.
///
/// Five signs name a world, the strongest first: the path `/~NAME/…`, the header `Journey-World`, the header
/// `X-Sty-Journey-World` for apps whose SDK sends no others, the host `NAME.localhost`, and the cookie `journey-world`.
package struct WorldVisit: Sendable, Hashable {
  /// How the world was named.
  package enum Way: String, Sendable, Hashable, CaseIterable {
    case path, header, alias, host, cookie
  }

  /// The world's name; `nil` where no sign names one.
  package private(set) var name: String?
  package private(set) var way: Way?
  /// What the mock's address ends with for this world; empty unless the path names it.
  package let prefix: WorldPrefix
  private let host: String?
  /// The web origin whose page must not begin a world, and let another one be forgotten for it; `nil` for who may.
  package var stranger: String?

  package static let header = "Journey-World"
  package static let alias = "X-Sty-Journey-World"
  package static let cookie = "journey-world"

  /// - Parameters:
  ///   - prefix: what was taken from the request's path.
  ///   - host: the `Host` header.
  ///   - address: the mock's own, without a slash at the end: names below its host name worlds too.
  package init(of request: HTTPRequestMessage, prefix: WorldPrefix, host: String?, address: String) {
    self.prefix = prefix
    self.host = host
    let named: [(Way, String?)] = [
      (.path, prefix.name), (.header, request.headers[Self.header]), (.alias, request.headers[Self.alias]),
      (.host, Self.name(inHost: host, of: address)), (.cookie, request.cookie(Self.cookie).flatMap { PercentEncoding.decode($0) }),
    ]
    guard let (way, name) = named.first(where: { $0.1?.isEmpty == false }) else { return }
    (self.way, self.name) = (way, name)
  }

  /// The address of the world for this request, without a slash at the end: full pages and links stay in the world.
  ///
  /// - Parameter address: the mock's own.
  package func address(at address: String) -> String {
    guard way == .host, let host, let scheme = address.firstRange(of: "://").map({ address[..<$0.upperBound] }) else {
      return prefix.address(at: address)
    }
    return scheme + host.asciiLowercased + WorldPrefix.path(of: address)
  }

  /// What comes before `.localhost`, or before the host of the mock's address.
  private static func name(inHost host: String?, of address: String) -> String? {
    guard let host, host.utf8.count <= 300, host.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let name = bare(host).asciiLowercased
    // Most requests come to a number, which names nothing.
    guard name.utf8.last.map({ !(0x30...0x39 ~= $0) && $0 != UInt8(ascii: "]") }) == true else { return nil }
    for suffix in [".localhost", "." + ownHost(of: address)] where name.hasSuffix(suffix) && name != suffix {
      return String(name.dropLast(suffix.count))
    }
    return nil
  }

  /// Without a port.
  private static func bare(_ host: String) -> String {
    guard !host.hasSuffix("]"), let colon = host.lastIndex(of: ":") else { return host }
    return String(host[..<colon])
  }

  /// The name of an address' host; a name that no host ends with for an address that is a number.
  private static func ownHost(of address: String) -> String {
    do throws(WebURLError) {
      let host = try WebURL(address).host ?? "localhost"
      return IPAddress(host) == nil ? host : "localhost"
    } catch {
      return "localhost"
    }
  }
}
