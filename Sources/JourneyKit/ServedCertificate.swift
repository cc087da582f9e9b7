import JourneyMockServer

/// A certificate for a mock that is served over TLS, and the certificate authority that was made to vouch for it alone.
public struct ServedCertificate: Sendable {
  let made: MadeCertificate

  /// The authority's certificate, which clients have to trust, as a PEM file.
  public var authority: String { made.authority }

  /// Makes one for `localhost`, `127.0.0.1`, `::1` and these names: host names and IP addresses, without a port.
  public init(names: [String]) throws(RunFailure) {
    do throws(MockServerError) { made = try MadeCertificate(names: names) } catch { throw .cannotServe(error.description) }
  }
}
