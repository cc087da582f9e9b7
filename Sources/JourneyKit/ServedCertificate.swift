import JourneyMockServer

/// A certificate for a mock that is served over TLS, and the certificate authority that vouches for it.
public struct ServedCertificate: Sendable {
  let made: MadeCertificate

  /// The authority's certificate, which clients have to trust, as a PEM file.
  public var authority: String { made.authority }

  /// Makes one for `localhost`, `127.0.0.1`, `::1` and these names: host names and IP addresses, without a port.
  ///
  /// - Parameter authority: one that vouches for other starts too; `nil` for one that is made for this certificate alone.
  public init(names: [String], by authority: KeptAuthority? = nil) throws(RunFailure) {
    do throws(MockServerError) {
      if let authority {
        made = try MadeCertificate(names: names, by: authority.made)
      } else {
        made = try MadeCertificate(names: names)
      }
    } catch { throw .cannotServe(error.description) }
  }
}
