import Crypto
import Encodings

/// The claims of a token, by name.
struct ForgedClaims {
  var members: [JSONValue.Member]

  subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      members.removeAll { $0.name == name }
      if let newValue { members.append(JSONValue.Member(name, newValue)) }
    }
  }
}

/// Makes tokens anew with a key of its own, which it can publish.
struct TokenForge: Sendable {
  private let key = P256.Signing.PrivateKey()

  var keySet: JSONValue {
    let point = Array(key.publicKey.rawRepresentation)
    return [
      "keys": [
        [
          "kty": "EC", "crv": "P-256", "kid": "forged", "use": "sig", "alg": "ES256",
          "x": .string(Base64URL.encode(Array(point[..<32]))), "y": .string(Base64URL.encode(Array(point[32...]))),
        ]
      ]
    ]
  }

  /// The token with other claims, signed again; without a signature if the algorithm is `none`.
  func token(from token: String, algorithm: String, _ change: (inout ForgedClaims) -> Void) throws -> String {
    let parts = token.split(separator: ".")
    let old = try JSONReader.read(Base64URL.decode(parts.count > 1 ? String(parts[1]) : "") ?? [])
    var claims = ForgedClaims(members: old.objectValue ?? [])
    change(&claims)
    let header: JSONValue = ["alg": .string(algorithm), "kid": "forged", "typ": "JWT"]
    let front = Base64URL.encode(JSONWriter.write(header)) + "." + Base64URL.encode(JSONWriter.write(.object(claims.members)))
    guard algorithm == "ES256" else { return front + "." }
    return front + "." + Base64URL.encode(Array(try key.signature(for: Array(front.utf8)).rawRepresentation))
  }
}
