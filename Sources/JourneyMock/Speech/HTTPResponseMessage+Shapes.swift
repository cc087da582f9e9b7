package import Encodings

extension HTTPResponseMessage {
  /// A response whose body is this value.
  package static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponseMessage {
    json(bytes: JSONWriter.write(value), status: status)
  }

  /// Every JSON body says that it is JSON: some apps read nothing else.
  package static func json(bytes: [UInt8], status: Int = 200) -> HTTPResponseMessage {
    HTTPResponseMessage(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: bytes)
  }

  /// A response whose body is this text.
  package static func text(_ text: String, status: Int) -> HTTPResponseMessage {
    HTTPResponseMessage(
      status: status, headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"], body: Array(text.utf8))
  }

  /// A response without a body.
  package static func empty(_ status: Int) -> HTTPResponseMessage {
    HTTPResponseMessage(status: status, headers: ["Cache-Control": "no-store"])
  }

  /// A redirect; its body is the address too where that is asked for.
  package static func redirect(_ address: String, body: Bool = false) -> HTTPResponseMessage {
    var response = body ? text(address, status: 302) : empty(302)
    response.headers.append("Location", address)
    return response
  }
}

extension String {
  /// The address with these items at the end of its query.
  package func appending(query items: [QueryItem]) -> String {
    let query = items.map { "\(PercentEncoding.encodeComponent($0.name))=\(PercentEncoding.encodeComponent($0.value))" }
    return self + (utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query.joined(separator: "&")
  }
}
