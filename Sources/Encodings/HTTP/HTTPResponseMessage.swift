/// A response as a value, its body whole and within the transport's limit.
package struct HTTPResponseMessage: Sendable, Hashable {
  /// The status code, e.g. 200.
  package var status: Int
  /// In the order received.
  package var headers: HTTPFields
  /// Decompressed; empty where there is none.
  package var body: [UInt8]

  package init(status: Int, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
