import Diagnostics
import Encodings
import JourneyClient
import JourneyScenario

/// How the caller's environment and a tenant go together.
extension TenantSiteBinder {
  /// Reads the authorities of SSL_CERT_FILE. They take the place of the system's, as they do for other programs; the project has no
  /// say in it, as the environment is the caller's.
  mutating func authorities(for entry: TenantEntry) -> [UInt8]? {
    if case .mock = entry.installation { return nil }
    guard isWalked, let path = network.authoritiesFile else { return nil }
    let pem = network.authorities(in: path)
    if let pem, HTTPClientTransport.areCertificates(pem) { return pem }
    let reason = pem == nil ? "cannot be read" : "are not PEM"
    report(.unreadableFile, "the certificates '\(path)', which SSL_CERT_FILE names, \(reason)", at: entry.name.range)
    return nil
  }

  /// Says that a proxy of the environment is not used: the tenant's entry names the proxy, so that a policy can judge it.
  mutating func warnOfUnusedProxy(_ entry: TenantEntry, _ issuer: WebURL?) {
    guard isWalked, entry.proxy == nil, let issuer, let host = issuer.host, !IPAddress.isOfThisMachine(host),
      let name = network.unusedProxy(for: issuer)
    else { return }
    report(
      .unusedProxy, "'\(host)' is contacted directly: the proxy in \(name) is used only if a tenant names it", at: entry.name.range,
      severity: .warning, suggestion: "write 'proxy: ${env.\(name)}' into the tenant, or 'proxy: \"\"' for none")
  }
}

extension IPAddress {
  /// Whether a host is this machine.
  static func isOfThisMachine(_ host: String) -> Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }
}
