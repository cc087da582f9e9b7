package import Encodings
import JourneyModel

extension WorldState {
  /// The algorithms that proofs of possession may be signed with, as discovery lists them.
  package var proofAlgorithms: JSONValue { .array(DPoPProof.algorithms.map { .string($0) }) }

  /// Takes the proof that a request to the token endpoint brings: the tokens of its answer are bound to the proof's key.
  ///
  /// - Returns: the answer that refuses it; `nil` for one that is good, and for a request without one.
  package mutating func takeProof(of request: HTTPRequestMessage) -> HTTPResponseMessage? {
    let headers = request.headers.values(of: "DPoP")
    guard let compact = headers.first else { return nil }
    do throws(OAuthError) {
      guard headers.count == 1 else { throw DPoPProof.wrong("there are several") }
      let proof = try DPoPProof(compact)
      try check(proof, request)
      let nonce = proofs.nonce ?? random.token()
      proofs.nonce = nonce
      guard proof.claims["nonce"]?.stringValue == nonce else {
        var response = OAuthError("use_dpop_nonce", "Authorization server requires nonce in DPoP proof.").response()
        response.headers.append("DPoP-Nonce", nonce)
        return response
      }
      proofKey = proof.thumbprint
      return nil
    } catch {
      return error.response()
    }
  }

  /// What every proof is about: this request, now, and once (RFC 9449 section 4.3).
  private mutating func check(_ proof: DPoPProof, _ request: HTTPRequestMessage) throws(OAuthError) {
    let claims = proof.claims
    guard claims["htm"]?.stringValue == request.method else { throw DPoPProof.wrong("its 'htm' is another method") }
    guard let address = claims["htu"]?.stringValue, isAddress(address, of: request) else {
      throw DPoPProof.wrong("its 'htu' is another address")
    }
    guard let issued = claims["iat"]?.intValue, (now.seconds - 300...now.seconds + 300).contains(Int64(issued)) else {
      throw DPoPProof.wrong("its 'iat' is not now")
    }
    guard let name = claims["jti"]?.stringValue, proofs.takes(name) else { throw DPoPProof.wrong("its 'jti' was used before") }
  }

  /// Whether an address is that of the request, below whatever path the world is.
  private func isAddress(_ address: String, of request: HTTPRequestMessage) -> Bool {
    do throws(WebURLError) {
      let (url, own) = (try WebURL(address), try WebURL(issuer))
      return url.webOrigin == own.webOrigin && url.path.hasSuffix(request.url.path)
    } catch {
      return false
    }
  }

  /// Whether a request shows a token as the token was issued: alone, or with a proof of the key that it is bound to.
  mutating func mayUse(_ grant: AccessGrant, token: String, _ request: HTTPRequestMessage) -> Bool {
    guard let key = grant.subject.proofKey else { return request.bearer == token }
    guard request.token(of: "dpop") == token, let compact = request.headers["DPoP"] else { return false }
    do throws(OAuthError) {
      let proof = try DPoPProof(compact)
      try check(proof, request)
      return proof.thumbprint == key && proof.claims["ath"]?.stringValue == Base64URL.encode(Digests.sha256(token))
    } catch {
      return false
    }
  }
}

extension HTTPRequestMessage {
  /// The token of `Authorization` under a scheme, written in lower case.
  func token(of scheme: String) -> String? {
    guard let value = headers["Authorization"], value.lowercased().hasPrefix(scheme + " ") else { return nil }
    let token = String(value.dropFirst(scheme.count + 1))
    return !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? token : nil
  }
}
