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
