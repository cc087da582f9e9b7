import Crypto
import Encodings
import FoundationEssentials
import SwiftASN1
import X509

/// A server's certificate for the names of a mock, and the certificate authority that was made to vouch for it alone.
///
/// The authority's key is thrown away with this value's making: nobody can make another certificate that its clients trust.
public struct MadeCertificate: Sendable {
  /// What clients have to trust, as a PEM file.
  public let authority: String
  /// The server's own certificate, as PEM.
  package let certificate: String
  /// Its key, as PEM.
  let key: String

  /// Names that are always in the certificate.
  public static let usualNames = ["localhost", "127.0.0.1", "::1"]
  private static let life: TimeInterval = 90 * 24 * 3600

  /// - Parameter names: host names and IP addresses besides the usual ones, without a port.
  ///
  /// Throws for what is neither.
  public init(names: [String]) throws(MockServerError) {
    var places: [GeneralName] = []
    for name in Self.usualNames + names { places.append(try Self.place(of: name)) }
    do {
      let authorityKey = P256.Signing.PrivateKey()
      let leafKey = P256.Signing.PrivateKey()
      let authorityName = try DistinguishedName {
        CommonName("journey mock, made \(DateText.rfc3339(millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1000)))")
      }
      authority = try Self.certificate(
        of: authorityName, key: authorityKey.publicKey, by: authorityName, signed: authorityKey,
        Self.authorityExtensions(authorityKey.publicKey)
      )
      certificate = try Self.certificate(
        of: try DistinguishedName { CommonName("journey mock") }, key: leafKey.publicKey, by: authorityName, signed: authorityKey,
        Self.serverExtensions(leafKey.publicKey, of: authorityKey.publicKey, places))
      key = leafKey.pemRepresentation
    } catch {
      throw .tls(reason: "\(error)")
    }
  }

  private static func certificate(
    of subject: DistinguishedName, key: P256.Signing.PublicKey, by issuer: DistinguishedName, signed issuerKey: P256.Signing.PrivateKey,
    _ extensions: Certificate.Extensions
  ) throws -> String {
    // A clock that runs late, a phone's for one, must not find it in the future.
    let begin = Date().addingTimeInterval(-24 * 3600)
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key), notValidBefore: begin,
      notValidAfter: begin.addingTimeInterval(life), issuer: issuer, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions, issuerPrivateKey: Certificate.PrivateKey(issuerKey)
    ).serializeAsPEM().pemString + "\n"
  }

  private static func authorityExtensions(_ key: P256.Signing.PublicKey) throws -> Certificate.Extensions {
    try Certificate.Extensions {
      Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
      Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      SubjectKeyIdentifier(hash: Certificate.PublicKey(key))
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
