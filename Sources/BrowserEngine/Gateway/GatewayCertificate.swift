import Crypto
import NIOSSL

/// A certificate that a gateway shows to its own browser, which believes any: the real ones are verified behind the gateway.
///
/// It is created for each run, and shown to no other program.
enum GatewayCertificate {
  static func context() throws -> NIOSSLContext {
    let key = P256.Signing.PrivateKey()
    let certificate = try NIOSSLCertificate(bytes: try certificate(of: key), format: .der)
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(certificate)],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)))
    return try NIOSSLContext(configuration: configuration)
  }

  /// A certificate in DER, signed with its own key (RFC 5280 section 4.1).
  private static func certificate(of key: P256.Signing.PrivateKey) throws -> [UInt8] {
    let name = der(0x30, der(0x31, der(0x30, commonName + der(0x0C, Array("journey".utf8)))))
    let lifetime = der(0x30, der(0x17, Array("200101000000Z".utf8)) + der(0x17, Array("491231235959Z".utf8)))
    let version = der(0xA0, der(0x02, [2]))
    let body = der(
      0x30, version + der(0x02, [1]) + signatureKind + name + lifetime + name + Array(key.publicKey.derRepresentation))
    let signature = try key.signature(for: body).derRepresentation
    return der(0x30, body + signatureKind + der(0x03, [0] + Array(signature)))
  }

  /// ecdsa-with-SHA256, 1.2.840.10045.4.3.2.
  private static let signatureKind = der(0x30, [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
  /// 2.5.4.3.
  private static let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]

  /// A value with its tag and length (X.690 section 8.1).
  private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
      }
    return [tag] + length + content
  }
}
