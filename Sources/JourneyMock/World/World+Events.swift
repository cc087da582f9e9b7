package import Encodings

extension World {
  /// The events that a request for them is answered with, each a piece of the response's body.
  package func events(for request: HTTPRequestMessage, showsSecrets: Bool) -> Result<AsyncStream<String>, EventRefusal> {
    do throws(ControlRefusal) {
      let asked = try EventRequest(ControlCall(request: request, arguments: [:], showsSecrets: showsSecrets))
      return .success(listen(kind: asked.kind, count: asked.count, showsSecrets: showsSecrets))
    } catch {
      return .failure(EventRefusal(response: error.response))
    }
  }
}

/// Why a listener for events is refused.
package struct EventRefusal: Error {
  package let response: HTTPResponseMessage
}
