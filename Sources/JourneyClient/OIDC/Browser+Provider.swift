package import Encodings
package import JourneyModel

extension Browser {
  /// The issuer's metadata and keys, from the cache or from the issuer.
  ///
  /// - Parameters:
  ///   - headers: those of the tenant; no other origin gets them.
  ///   - isStale: whether the cache's keys were not enough, so that the issuer is contacted again.
  /// Throws where the key set cannot be had; without a discovery document, the default endpoints are used.
  package mutating func provider(
    of issuer: WebURL, headers: [Exchange.Header], cache: ProviderCache, isStale: Bool = false
  ) async throws(DriverError) -> Provider {
    let known = await cache.provider(of: issuer)
    if let known, !isStale { return known }
    var metadata = try await metadata(of: issuer, headers: headers, cache: cache)
    let answer = try await send(Self.jsonCall("key set", metadata.keySet, of: issuer, headers))
    guard answer.status == 200 else {
      let keys = "GET \(metadata.keySet) answered with status \(answer.status) instead of a key set"
      if let missing = metadata.missingKeySet { throw failure(.status, "\(missing), and \(keys)") }
      throw failure(.status, metadata.missing.map { "\($0), and \(keys): is the tenant's 'issuer' right?" } ?? keys)
    }
    let document = try json(of: answer, from: metadata.keySet)
    if let key = SigningKeys.published(privateIn: document) {
      metadata.problems.append("the key set publishes the private part of the key '\(key)'")
    }
    if SigningKeys.hasUnreadableID(in: document) { metadata.problems.append("the key set has a key whose 'kid' is not a text") }
    if SigningKeys.isMalformed(document) { metadata.problems.append("the key set's 'keys' is not a list of keys") }
    let keys = await SigningKeys(document)
    if let id = keys.ambiguousID { metadata.problems.append("the key set has two keys with the 'kid' '\(id)'") }
    let provider = Provider(metadata: metadata, keys: keys)
    await cache.keep(provider, of: issuer)
    return provider
  }

  /// What the issuer says of itself, from the cache or from the issuer.
  ///
  /// Without a discovery document, the default endpoints are used.
  ///
  /// - Parameter headers: those of the tenant; no other origin gets them.
  package mutating func metadata(
    of issuer: WebURL, headers: [Exchange.Header], cache: ProviderCache
  ) async throws(DriverError) -> ProviderMetadata {
    if let known = await cache.metadata(of: issuer) { return known }
    let metadata = try await requestMetadata(of: issuer, headers)
    await cache.keep(metadata, of: issuer)
    return metadata
  }

  private mutating func requestMetadata(of issuer: WebURL, _ headers: [Exchange.Header]) async throws(DriverError) -> ProviderMetadata {
    let url = issuer.appending(path: [".well-known", "openid-configuration"])
    let answer = try await send(Self.jsonCall("discovery", url, of: issuer, headers))
    guard answer.status < 500 else { throw failure(.status, "GET \(url) answered with status \(answer.status)") }
    guard answer.status == 200 else {
      var metadata = ProviderMetadata(defaultsOf: issuer)
      metadata.missing = "GET \(url) answered with status \(answer.status) instead of a discovery document"
      return metadata
    }
    return ProviderMetadata(try json(of: answer, from: url), of: issuer)
  }

  private mutating func json(of answer: HTTPResponseMessage, from url: WebURL) throws(DriverError) -> JSONValue {
    do {
      return try JSONReader.readUnambiguous(answer.body)
    } catch {
      throw failure(.notJSON, "GET \(url.concealed()) answered with something that is \(error.finding)")
    }
  }

  private static func jsonCall(_ purpose: String, _ url: WebURL, of issuer: WebURL, _ headers: [Exchange.Header]) -> BrowserCall {
    var call = BrowserCall(purpose, url: url, headers: [Exchange.Header("Accept", .text("application/json"))])
    call.isFromApp = true
    if url.origin == issuer.origin { call.replace(headers) }
    return call
  }
}
