import Encodings
internal import Synchronization

/// The random names that worlds handed out, by which a request without any other sign finds its world again: sessions, handles,
/// challenges, codes and tokens.
///
/// A class with a lock: worlds add to it while requests look their world up. It keeps the last 32768 names.
final class WorldTrail: Sendable {
  private let worlds = Mutex(RecentTable<String>(limit: 32_768))

  func add(_ names: [String], of world: String) {
    worlds.withLock { worlds in
      for name in names { worlds[name] = world }
    }
  }

  /// The name of the world that handed out what a request brings; `nil` for the shared one.
  ///
  /// Cookies count only where the request begins no journey: a browser keeps those of worlds that are done.
  func world(of request: HTTPRequestMessage) -> String? {
    guard worlds.withLock({ $0.count > 0 }) else { return nil }
    var texts = [request.url.requestTarget] + request.headers.values(of: "Authorization")
    texts.append(String(decoding: request.body.prefix(64 * 1024), as: UTF8.self))
    if request.url.queryValue("client_id") == nil { texts += request.headers.values(of: "Cookie") }
    for text in texts {
      for run in Self.runs(in: text.utf8) { if let world = world(of: run) { return world } }
    }
    return nil
  }

  private func world(of run: String) -> String? {
    if run.utf8.count == Self.length { return worlds.withLock { $0[run] } }
    // A signed text names what it was made for.
    guard run.hasPrefix("eyJ"), let inside = Base64URL.decode(run) else { return nil }
    for name in Self.runs(in: inside) where name.utf8.count == Self.length {
      if let world = worlds.withLock({ $0[name] }) { return world }
    }
    return nil
  }

  /// How long a random name is.
  private static let length = 43

  /// The runs of letters, digits, `-` and `_` that are at least as long as a random name.
  private static func runs(in bytes: some Sequence<UInt8>) -> [String] {
    var runs: [String] = []
    var run: [UInt8] = []
    func end() {
      if run.count >= length { runs.append(String(decoding: run, as: UTF8.self)) }
      run.removeAll(keepingCapacity: true)
    }
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): run.append(byte)
      default: end()
      }
    }
    end()
    return runs
  }
}
