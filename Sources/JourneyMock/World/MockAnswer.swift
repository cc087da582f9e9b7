package import Encodings

/// An answer, and how it is to reach the client.
package struct MockAnswer: Sendable {
  package var message: HTTPResponseMessage
  package var delivery: Delivery
  /// How long the client has to wait for it.
  package var latency: Duration

  package init(_ message: HTTPResponseMessage, delivery: Delivery = .whole, latency: Duration = .zero) {
    self.message = message
    self.delivery = delivery
    self.latency = latency
  }
}
