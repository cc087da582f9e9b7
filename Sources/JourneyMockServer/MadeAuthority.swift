import Crypto
import Encodings
import FoundationEssentials
import SwiftASN1
import X509

/// A certificate authority that vouches for the certificates of mocks, with its key.
public struct MadeAuthority: Sendable {
  /// What clients have to trust, as a PEM file.
  public let certificate: String
  /// Until when clients take it, in seconds since 1970.
  package let end: Int64
  private let signingKey: P256.Signing.PrivateKey
  let name: DistinguishedName

  /// A new one.
  ///
  /// - Parameter isKept: whether it is to vouch for servers of later starts too; else it is good for 90 days.
  public init(isKept: Bool = false) throws(MockServerError) {
    do {
      signingKey = P256.Signing.PrivateKey()
      name = try DistinguishedName {
        CommonName("journey mock, made \(DateText.rfc3339(millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1000)))")
      }
      let life = Self.life(days: isKept ? 730 : 90)
      end = Int64(life.end.timeIntervalSince1970)
      certificate = try Self.text(
        of: name, key: signingKey.publicKey, by: name, signed: signingKey, life: life, Self.extensions(signingKey.publicKey))
    } catch {
      throw .tls(reason: "\(error)")
    }
  }

  /// One that was made before.
  ///
  /// - Parameters:
  ///   - certificate: a PEM file.
  ///   - key: a PEM file. It throws where it is the key of another certificate.
  public init(certificate: String, key: String) throws(MockServerError) {
    let read: Certificate
    do {
      read = try Certificate(pemEncoded: certificate)
      signingKey = try P256.Signing.PrivateKey(pemRepresentation: key)
    } catch {
      throw .tls(reason: "\(error)")
    }
    guard read.publicKey == Certificate.PublicKey(signingKey.publicKey) else { throw .tls(reason: "it is the key of another certificate") }
    self.certificate = certificate
    name = read.subject
    end = Int64(read.notValidAfter.timeIntervalSince1970)
  }

  /// Its key, as a PEM file: anyone who has it can make certificates that clients of the mock trust.
  package var key: String { signingKey.pemRepresentation }

  /// Whether it still vouches for a server that is started now.
  public var isGood: Bool { end > Int64(Date().timeIntervalSince1970) + 24 * 3600 }

  var publicKey: P256.Signing.PublicKey { signingKey.publicKey }

  /// The PEM file of a certificate that it vouches for.
  func certify(
    _ subject: DistinguishedName, key: P256.Signing.PublicKey, _ extensions: Certificate.Extensions
  ) throws -> String {
    var life = Self.life(days: 90)
    life.end = min(life.end, Date(timeIntervalSince1970: TimeInterval(end)))
    return try Self.text(of: subject, key: key, by: name, signed: signingKey, life: life, extensions)
  }

  /// From now on. It begins a day ago: a clock that runs late, a phone's for one, must not find it in the future.
  private static func life(days: Int) -> (begin: Date, end: Date) {
    let begin = Date().addingTimeInterval(-24 * 3600)
    return (begin, begin.addingTimeInterval(TimeInterval(days) * 24 * 3600))
  }

  /// A certificate as a PEM file.
  private static func text(
    of subject: DistinguishedName, key: P256.Signing.PublicKey, by issuer: DistinguishedName, signed issuerKey: P256.Signing.PrivateKey,
    life: (begin: Date, end: Date), _ extensions: Certificate.Extensions
  ) throws -> String {
    try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key), notValidBefore: life.begin,
      notValidAfter: life.end, issuer: issuer, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions, issuerPrivateKey: Certificate.PrivateKey(issuerKey)
    ).serializeAsPEM().pemString + "\n"
  }

  private static func extensions(_ key: P256.Signing.PublicKey) throws -> Certificate.Extensions {
    try Certificate.Extensions {
      Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
      Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      SubjectKeyIdentifier(hash: Certificate.PublicKey(key))
    }
  }
}
