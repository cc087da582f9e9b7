/// A request as a value, before any transport has touched it.
package struct HTTPRequestMessage: Sendable, Hashable {
  /// In upper case, e.g. `POST`.
  package var method: String
  /// Absolute; a fragment in it is not sent.
  package var url: WebURL
  /// In the order to send them.
  package var headers: HTTPFields
  /// Empty where there is none.
  package var body: [UInt8]

  package init(method: String = "GET", url: WebURL, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A response as a value, its body whole and within the transport's limit.
package struct HTTPResponseMessage: Sendable, Hashable {
  /// The status code, e.g. 200.
  package var status: Int
  /// In the order received.
  package var headers: HTTPFields
  /// Decompressed; empty if there is none.
  package var body: [UInt8]

  package init(status: Int, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
