package import Encodings

/// A signed token (RFC 7515 compact form), taken apart and not yet believed.
package struct JSONWebToken: Sendable, Hashable {
  /// The signature's algorithm, e.g. `RS256`.
  package let algorithm: String
  /// Which of the issuer's keys signed it; `nil` if it does not say.
  package let keyID: String?
  /// What the signature's maker says of the token; an object.
  let header: JSONValue
  /// The payload; an object.
  package let claims: JSONValue
  /// The extensions that a reader has to know (RFC 7515 section 4.1.11), as the header lists them; `nil` if it lists none.
  let critical: JSONValue?
  /// The path of a name that occurs twice in the header or in the claims, so that two readers may read two things; `nil` if none does.
  let repeatedName: String?
  let signedBytes: [UInt8]
  let signature: [UInt8]

  /// The token of a text; `nil` if it has not three parts, or header and payload are not JSON objects.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let algorithm = header["alg"]?.stringValue, let signature = Base64URL.decode(String(Substring(parts[2])))
    else { return nil }
    self.algorithm = algorithm
    self.header = header
    self.claims = claims
    self.signature = signature
    keyID = header["kid"]?.stringValue
    critical = header["crit"]
    repeatedName = header.repeatedMember ?? claims.repeatedMember
    signedBytes = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
  }

  private static func object(_ part: Substring.UTF8View) -> JSONValue? {
    guard let bytes = Base64URL.decode(String(Substring(part))) else { return nil }
    do {
      let value = try JSONReader.read(bytes, depthLimit: 32)
      return value.objectValue == nil ? nil : value
    } catch {
      return nil
    }
  }
}
