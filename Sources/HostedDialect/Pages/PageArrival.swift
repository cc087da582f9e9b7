/// How a page came: what an answer contains in addition to its body.
package struct PageArrival: Sendable, Hashable {
  /// Of the request that the page answers, in capitals.
  package var method: String
  package var status: Int

  package init(method: String = "GET", status: Int = 200) {
    self.method = method
    self.status = status
  }
}
