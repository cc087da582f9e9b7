package import Encodings

/// The parameters of a query or a posted form; what is bare or empty counts as not sent.
package struct RequestParameters {
  private var values: [String: String] = [:]
  /// A name that was sent twice.
  package private(set) var repeated: String?

  package init(_ items: [QueryItem]) {
    for item in items where !item.value.isEmpty {
      if values.updateValue(item.value, forKey: item.name) != nil { repeated = item.name }
    }
  }

  package subscript(name: String) -> String? { values[name] }

  /// The error for a request object, which no tenant takes (OpenID Connect Core section 3.1.2.6).
  package var unsupportedRequest: OAuthError? {
    if values["request"] != nil { return OAuthError("request_not_supported", "The parameter 'request' is not supported.") }
    guard values["request_uri"] != nil else { return nil }
    return OAuthError("request_uri_not_supported", "The parameter 'request_uri' is not supported.")
  }

  /// The words of a value with spaces in it.
  package func words(_ name: String) -> [String] {
    (values[name] ?? "").utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }
}

extension HTTPRequestMessage {
  /// What a posted form holds; lenient, as some of the vendor's apps do not encode it.
  package var formParameters: RequestParameters { RequestParameters(FormURLEncoding.decode(body)) }

  /// The value of a cookie.
  package func cookie(_ name: String) -> String? {
    for header in headers.values(of: "Cookie") {
      for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
        let trimmed = pair.drop { $0 == 0x20 }
        guard trimmed.starts(with: name.utf8), trimmed.dropFirst(name.utf8.count).first == UInt8(ascii: "=") else { continue }
        return String(Substring(trimmed.dropFirst(name.utf8.count + 1)))
      }
    }
    return nil
  }

  /// The token of `Authorization: Bearer …`; `nil` for anything else.
  package var bearer: String? {
    guard let value = headers["Authorization"], value.utf8.count > 7, value.prefix(7).lowercased() == "bearer " else { return nil }
    let token = String(value.dropFirst(7))
    return token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? token : nil
  }
}
