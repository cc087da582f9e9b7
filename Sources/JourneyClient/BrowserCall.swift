package import Encodings
package import JourneyModel

/// A body in an encoding of its own, with what is secret in it.
package struct EncodedBody: Sendable, Hashable {
  package let contentType: String
  fileprivate let bytes: [UInt8]
  /// Each has to be for the origin that the body is sent to.
  fileprivate let secrets: [Secret]

  package init(contentType: String, bytes: [UInt8], secrets: [Secret]) {
    self.contentType = contentType
    self.bytes = bytes
    self.secrets = secrets
  }
}

/// One request as a driver means it: what is secret in it is still a `Secret`.
///
/// `Browser` makes bytes of it for one origin, and an `Exchange` for the reader of a report.
package struct BrowserCall: Sendable, Hashable {
  /// What it is for, in the dialect's words, e.g. `form identifier`.
  package var purpose: String
  /// In upper case.
  package var method: String
  package var url: WebURL
  /// In the order sent; cookies are added by the browser.
  package var headers: [Exchange.Header]
  package var body: Exchange.Body
  /// The body's bytes where a dialect writes them itself; the exchange shows `body`. `nil` for the body's default encoding.
  package var encodedBody: EncodedBody?
  /// Members of the answer's JSON that must not be seen.
  package var concealedMembers: Set<String>
  /// Whether a script of a page made it, in a real browser.
  package var isOfScript = false
  /// Query items that hold a secret here, though their names are harmless elsewhere.
  package var concealedQuery: Set<String>
  /// Whether the app sends it on its own, as a back end or native code does: it carries no cookie of the browser, and stores none.
  package var isFromApp = false
  /// What a response with status 500 or more hints at, for the message of the error; `nil` for nothing.
  package var failureHint: String?

  package init(
    _ purpose: String, method: String = "GET", url: WebURL, headers: [Exchange.Header] = [], body: Exchange.Body = .none,
    concealedMembers: Set<String> = [], concealedQuery: Set<String> = []
  ) {
    self.purpose = purpose
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.concealedMembers = concealedMembers
    self.concealedQuery = concealedQuery
  }
}

extension BrowserCall {
  /// Adds headers, each in the place of those that have its name.
  mutating func replace(_ headers: [Exchange.Header]) {
    for header in headers {
      self.headers.removeAll { $0.name.equalsIgnoringASCIICase(header.name) }
      self.headers.append(header)
    }
  }

  /// The request in a message: method and address, without the query, which the exchange shows.
  package var line: String { "\(method) \(url.withoutQuery.concealed())" }

  /// The bytes for the wire, secrets revealed to the URL's own origin.
  ///
  /// Throws where a secret is not for that origin.
  func message() throws(SecretRefusal) -> HTTPRequestMessage {
    let origin = url.origin ?? Origin(scheme: url.scheme, host: url.host ?? "", port: 0)
    var request = HTTPRequestMessage(method: method, url: url.withoutFragment)
    for header in headers { request.headers.append(header.name, try Self.text(of: header.value, for: origin)) }
    if let encodedBody {
      for secret in encodedBody.secrets { _ = try secret.reveal(to: origin) }
      request.body = encodedBody.bytes
      return request
    }
    switch body {
    case .none: break
    case .text(let text): request.body = Array(text.utf8)
    case .json(let value): request.body = JSONWriter.write(try Self.json(of: value, for: origin))
    case .form(let members):
      var items: [QueryItem] = []
      for member in members { items.append(QueryItem(member.name, try Self.text(of: member.value, for: origin))) }
      request.body = Array(FormURLEncoding.encode(items).utf8)
    }
    return request
  }

  /// A value as one text, as headers, queries and posted forms hold it.
  package static func text(of value: Value, for origin: Origin) throws(SecretRefusal) -> String {
    switch value {
    case .null: return ""
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let spelling): return spelling
    case .text(let text): return text
    case .secret(let secret): return try secret.reveal(to: origin)
    case .list(let elements):
      var texts: [String] = []
      for element in elements { texts.append(try text(of: element, for: origin)) }
      return texts.joined(separator: " ")
    case .map: return JSONWriter.text(of: try json(of: value, for: origin))
    }
  }

  private static func json(of value: Value, for origin: Origin) throws(SecretRefusal) -> JSONValue {
    switch value {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .number(let spelling): return .number(spelling)
    case .text(let text): return .string(text)
    case .secret(let secret): return .string(try secret.reveal(to: origin))
    case .list(let elements):
      var array: [JSONValue] = []
      for element in elements { array.append(try json(of: element, for: origin)) }
      return .array(array)
    case .map(let members):
      var object: [JSONValue.Member] = []
      for member in members { object.append(JSONValue.Member(member.name, try json(of: member.value, for: origin))) }
      return .object(object)
    }
  }
}
