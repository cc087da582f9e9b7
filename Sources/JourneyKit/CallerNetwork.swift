import FoundationEssentials
import Encodings

/// What the caller's environment says of the network: proxies, which are not used unless a tenant names one, and the
/// certificate authorities that are believed.
struct CallerNetwork {
  private let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  /// The variable that holds a proxy for this address; `nil` if there is none, or where NO_PROXY leaves the host out.
  func unusedProxy(for address: WebURL) -> String? {
    guard let host = address.host, !leavesOut(host) else { return nil }
    let names = address.scheme == "https" ? ["HTTPS_PROXY", "https_proxy"] : ["http_proxy", "HTTP_PROXY"]
    return (names + ["ALL_PROXY", "all_proxy"]).first { !(variables[$0] ?? "").isEmpty }
  }

  private func leavesOut(_ host: String) -> Bool {
    guard let list = variables["NO_PROXY"] ?? variables["no_proxy"] else { return false }
    let host = host.lowercased()
    return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
      let domain = entry.drop { $0 == "." }
      return entry == "*" || host == domain || (!domain.isEmpty && host.hasSuffix(".\(domain)"))
    }
  }

  /// The file that SSL_CERT_FILE names; `nil` if it names none.
  var authoritiesFile: String? {
    guard let path = variables["SSL_CERT_FILE"], !path.isEmpty else { return nil }
    return path
  }

  /// The certificates of that file, as PEM; `nil` if it cannot be read.
  func authorities(in path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }
}
