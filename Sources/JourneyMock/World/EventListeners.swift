import Encodings

/// Who waits for what happens in a world: requests and messages, as server-sent events (WHATWG HTML, section 9.2).
struct EventListeners: Sendable {
  private struct Listener: Sendable {
    var continuation: AsyncStream<String>.Continuation
    var showsSecrets: Bool
    /// `nil` for every kind.
    var kind: String?
    /// How many events are left; `nil` for no end.
    var count: Int?
  }

  private var listeners: [Listener] = []

  var isEmpty: Bool { listeners.isEmpty }

  mutating func add(kind: String?, count: Int?, showsSecrets: Bool) -> AsyncStream<String> {
    // Who reads too slowly loses the oldest.
    let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1024))
    continuation.yield(": listening\n\n")
    listeners.append(Listener(continuation: continuation, showsSecrets: showsSecrets, kind: kind, count: count))
    return stream
  }

  /// Sends the event to all listeners for its kind; the data are built for those who may see secrets, and for those who may not.
  mutating func tell(_ kind: String, id: String, _ data: (_ showsSecrets: Bool) -> JSONValue) {
    for place in listeners.indices.reversed() where listeners[place].kind.map({ $0 == kind }) ?? true {
      let text = "event: \(kind)\nid: \(id)\ndata: \(JSONWriter.text(of: data(listeners[place].showsSecrets)))\n\n"
      let result = listeners[place].continuation.yield(text)
      if let count = listeners[place].count { listeners[place].count = count - 1 }
      if case .terminated = result {
        listeners.remove(at: place)
      } else if listeners[place].count == 0 {
        listeners[place].continuation.finish()
        listeners.remove(at: place)
      }
    }
  }
}
