import Crypto
import Encodings
import SwiftASN1
import X509

/// A server's certificate for the names of a mock, and the certificate authority that vouches for it.
public struct MadeCertificate: Sendable {
  /// What clients have to trust, as a PEM file.
  public let authority: String
  /// The server's own certificate, as PEM.
  package let certificate: String
  /// Its key, as PEM.
  let key: String

  /// Names that are always in the certificate.
  public static let usualNames = ["localhost", "127.0.0.1", "::1"]

  /// By an authority that is thrown away at once, so that another certificate that its clients trust cannot be made.
  ///
  /// - Parameter names: host names and IP addresses in addition to the default ones, without a port.
  ///
  /// Throws for what is neither.
  public init(names: [String]) throws(MockServerError) { try self.init(names: names, by: try MadeAuthority()) }

  /// By an authority that vouches for others too.
  public init(names: [String], by authority: MadeAuthority) throws(MockServerError) {
    var places: [GeneralName] = []
    for name in Self.usualNames + names { places.append(try Self.place(of: name)) }
    do {
      let leafKey = P256.Signing.PrivateKey()
      self.authority = authority.certificate
      certificate = try authority.certify(
        try DistinguishedName { CommonName("journey mock") }, key: leafKey.publicKey,
        Self.serverExtensions(leafKey.publicKey, of: authority.publicKey, places))
      key = leafKey.pemRepresentation
    } catch {
      throw .tls(reason: "\(error)")
    }
  }

  private static func serverExtensions(
    _ key: P256.Signing.PublicKey, of authority: P256.Signing.PublicKey, _ names: [GeneralName]
  ) throws -> Certificate.Extensions {
    try Certificate.Extensions {
      Critical(BasicConstraints.notCertificateAuthority)
      Critical(KeyUsage(digitalSignature: true))
      try ExtendedKeyUsage([.serverAuth])
      SubjectKeyIdentifier(hash: Certificate.PublicKey(key))
      AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: Certificate.PublicKey(authority)).keyIdentifier)
      SubjectAlternativeNames(names)
    }
  }

  private static func place(of name: String) throws(MockServerError) -> GeneralName {
    switch IPAddress(name) {
    case .v4(let bytes)?, .v6(let bytes)?: return .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
    case nil:
      guard WebOrigin.isHost(name) else { throw .tls(reason: "'\(name)' is neither a host name nor an IP address") }
      return .dnsName(name)
    }
  }
}
