import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A site of its own on a loopback port: a form to sign in at `/login`, `/home` for Ann, and `/help` for everybody; it may be broken.
final class SmallSite: Sendable {
  enum Fault: Sendable {
    case none
    /// Any name and any password is taken.
    case letsAnybodyIn
    /// Any password of Ann is taken.
    case letsAnnIn
    case setsNoCookie, failsAtPassword
    /// The page of Ann is shown once.
    case forgets
  }

  static let password = "Kettle-moon-9"

  fileprivate struct State {
    var fault: Fault
    var sessions: Set<String> = []
    var count = 0
  }

  private let state: Mutex<State>

  private init(_ fault: Fault) { state = Mutex(State(fault: fault)) }

  /// Breaks it in another way.
  func become(_ fault: Fault) { state.withLock { $0.fault = fault } }

  /// Serves the site while the closure runs, which gets its address.
  static func serve(_ fault: Fault = .none, _ body: (SmallSite, String) async throws -> Void) async throws {
    try await HeldPort.silent { port in
      let site = SmallSite(fault)
      async let served: Void = site.answer(callersOf: port)
      do {
        defer { port.stop() }
        try await body(site, port.address)
      }
      await served
    }
  }

  private func answer(callersOf port: HeldPort) async {
    while true {
      let connection: Int32
      do { connection = try await port.call() } catch { return }
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "small-site").async {
          let bytes = Array(self.response(to: Self.request(from: connection)).utf8)
          _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
          close(connection)
          continuation.resume()
        }
      }
    }
  }

  /// The head and the body; what a caller leaves unfinished is taken as it is.
  private static func request(from connection: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let length = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let wanted = length.flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
        if text[end.upperBound...].utf8.count >= wanted { return text }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return text }
      bytes += buffer.prefix(count)
    }
  }

  private func response(to request: String) -> String {
    let words = request.prefix { $0 != "\r\n" }.split(separator: " ")
    guard words.count > 1 else { return "" }
    return state.withLock { state in
      switch (words[0], words[1]) {
      case ("POST", "/login"): state.signIn(by: request)
      case ("GET", "/home"): state.home(for: request)
      case ("GET", "/help"): Self.page("Help", "<p>Call us.</p>")
      default: Self.page("Log in", Self.form)
      }
    }
  }

  fileprivate static let form = """
    <form action=/login method=post><label>Username <input name=user autocomplete=username></label>
    <label>Password <input name=pass type=password></label><button>Log in</button></form>
    """

  fileprivate static func page(_ heading: String, _ html: String, status: Int = 200) -> String {
    let html = "<!doctype html><title>\(heading) - Small</title><h1>\(heading)</h1>\(html)"
    return "HTTP/1.1 \(status) S\r\nContent-Type: text/html\r\nContent-Length: \(html.utf8.count)\r\nConnection: close\r\n\r\n\(html)"
  }

  fileprivate static func redirect(to path: String, _ headers: String = "") -> String {
    "HTTP/1.1 303 S\r\nLocation: \(path)\r\n\(headers)Content-Length: 0\r\nConnection: close\r\n\r\n"
  }
}

extension SmallSite.State {
  fileprivate mutating func signIn(by request: String) -> String {
    let isAnn = request.contains("user=ann&")
    let isRight = isAnn && request.hasSuffix("pass=\(SmallSite.password)")
    if fault == .failsAtPassword, isRight { return SmallSite.page("Oops", "<p>It broke.</p>", status: 500) }
    guard isRight || fault == .letsAnybodyIn || fault == .letsAnnIn && isAnn else {
      return SmallSite.page("Log in", SmallSite.form + "<p role=alert>Wrong name or password.</p>")
    }
    if fault == .setsNoCookie { return SmallSite.redirect(to: "/home") }
    count += 1
    sessions.insert("\(count)")
    return SmallSite.redirect(to: "/home", "Set-Cookie: sess=a8Kq2Zx81kPq77Lw\(count); HttpOnly; Path=/; SameSite=Lax\r\n")
  }

  fileprivate mutating func home(for request: String) -> String {
    guard let session = sessions.first(where: { request.contains("sess=a8Kq2Zx81kPq77Lw\($0)\r\n") }) else {
      return SmallSite.redirect(to: "/login")
    }
    if fault == .forgets { sessions.remove(session) }
    return SmallSite.page("Your account", "<button type=button class='b log-out'><span>Leave</span></button>")
  }
}
