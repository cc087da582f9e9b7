import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A site of its own on a loopback port: a form to sign in at `/login`, `/home` for Ann, and `/help` for everybody; it may be broken.
///
/// At `/app` a script draws the same, with a message that comes and goes.
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
    /// A wrong password gets the form again, and no word.
    case saysNothing
    /// Nothing on the page of Ann signs out.
    case hasNoSignOut
    /// Nothing on the page of Ann signs out, and anyone gets a page with that heading.
    case isOpen
    /// Anyone gets the page of Ann, with its button to sign out.
    case signsOutAnybody
    /// Nothing on the page of Ann signs out, and it has a link to sign in as somebody else.
    case offersAnotherAccount
    /// The password is followed by a page that asks for a code: that of Ann, or any.
    case asksForCode, asksAnybodyForCode
    /// Nothing on the page of Ann signs out, and it has an alert: after her password, or after any.
    case alerts, alertsAnybody
    /// Any password of Ann is taken; after a wrong one her page has an alert, and nothing that signs out.
    case warnsOfPassword
    /// No password is taken, and the refusal shows the end of it.
    case echoes
    /// At `/app` the field for the password has another name.
    case renamed
    /// The form has a price below it that is nothing but text.
    case charges
    /// The form is sent with a parameter in its address, and reads the same.
    case consents
  }

  static let password = "Kettle-moon-9"

  fileprivate struct State {
    var fault: Fault
    var sessions: Set<String> = []
    /// Those that began with a wrong password.
    var warned: Set<String> = []
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
    await port.answer { connection in
      let bytes = Array(self.response(to: Self.request(from: connection)).utf8)
      _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
  }

  /// The head and the body; what a caller leaves unfinished is taken as it is.
  static func request(from connection: Int32) -> String {
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
      if words[1] == "/login" { state.count += 1 }
      return switch (words[0], words[1]) {
      case ("POST", "/login"), ("POST", "/login?consent=all"): state.signIn(by: request)
      case ("GET", "/code"): Self.page("One more step", Self.code)
      case ("GET", "/home"): state.home(for: request)
      case ("GET", "/app"): Self.respond(state.fault == .renamed ? Self.app.replacing("name=pass ", with: "name=word ") : Self.app)
      case ("POST", "/api/login"): state.answer(request)
      case ("GET", "/api/me"): Self.respond("{}", status: state.session(of: request) == nil ? 401 : 200)
      case ("GET", "/help"): Self.page("Help", "<p>Call us.</p><a href=/login>Log in</a>")
      default: Self.page("Log in", state.form + state.footer)
      }
    }
  }

  fileprivate static let form = """
    <form action=/login method=post><label>Username <input name=user autocomplete=username></label>
    <label>Password <input name=pass type=password></label><button>Log in</button></form>
    """

  private static let code =
    "<form action=/code method=post><label>Code <input name=code autocomplete=one-time-code></label><button>OK</button></form>"
  fileprivate static let alert = "<p>Hello Ann</p><p role=alert>Your parcel is late</p>"

  fileprivate static let signOut = "<button type=button class='b log-out'><span>Leave</span></button>"

  private static let app = """
    <!doctype html><title>Parcels</title><main id=app></main><div id=toast></div><script>
    const app = document.getElementById('app');
    const home = () => { app.innerHTML = '<h1>Parcels</h1><p>Hello</p><button id=out type=button>Sign out</button>' };
    const form = () => {
      app.innerHTML = '<h1>Welcome</h1><form><label>Name <input name=user></label>'
        + '<label>Password <input name=pass type=password></label><button>Sign in</button></form>';
      app.querySelector('form').onsubmit = async event => {
        event.preventDefault();
        const body = new URLSearchParams(new FormData(event.target));
        const response = await fetch('/api/login', {method: 'POST', body: body});
        if (response.ok) home(); else document.getElementById('toast').textContent = await response.text();
      } };
    fetch('/api/me').then(response => response.ok ? home() : form());
    </script>
    """

  fileprivate static func respond(_ html: String, status: Int = 200, _ headers: String = "") -> String {
    "HTTP/1.1 \(status) S\r\nContent-Type: text/html\r\n\(headers)Content-Length: \(html.utf8.count)\r\nConnection: close\r\n\r\n\(html)"
  }

  fileprivate static func page(_ heading: String, _ html: String, status: Int = 200) -> String {
    respond("<!doctype html><title>\(heading) - Small</title><h1>\(heading)</h1>\(html)", status: status)
  }

  fileprivate static func redirect(to path: String, _ headers: String = "") -> String {
    "HTTP/1.1 303 S\r\nLocation: \(path)\r\n\(headers)Content-Length: 0\r\nConnection: close\r\n\r\n"
  }
}

extension SmallSite.State {
  fileprivate var form: String {
    fault == .consents ? SmallSite.form.replacing("action=/login", with: "action='/login?consent=all'") : SmallSite.form
  }

  /// Each page has another number; the price comes and goes.
  fileprivate var footer: String {
    let price = fault == .charges ? "<p>We keep your data. You pay 5 EUR a month.</p>" : "<p>We keep your data.</p>"
    return "<footer>\(price)<small>Request 4af81c\(100 + count), 12:0\(count % 10)</small></footer>"
  }

  fileprivate mutating func signIn(by request: String) -> String {
    let isAnn = request.contains("user=ann&")
    let isRight = isAnn && request.hasSuffix("pass=\(SmallSite.password)")
    if fault == .failsAtPassword, isRight { return SmallSite.page("Oops", "<p>It broke.</p>", status: 500) }
    if fault == .echoes {
      let end = request.ranges(of: "pass=").last.map { request[$0.upperBound...].dropFirst(2) } ?? ""
      return SmallSite.page("Log in", SmallSite.form + "<p role=alert>Wrong: \(end)</p>")
    }
    if fault == .asksForCode && isRight || fault == .asksAnybodyForCode { return SmallSite.redirect(to: "/code", begin()) }
    let takesAll = [.letsAnnIn, .alertsAnybody, .warnsOfPassword].contains(fault)
    guard isRight || fault == .letsAnybodyIn || takesAll && isAnn else {
      return SmallSite.page("Log in", SmallSite.form + (fault == .saysNothing ? "" : "<p role=alert>Wrong name or password.</p>"))
    }
    let header = begin()
    if !isRight { warned.insert("\(count)") }
    return SmallSite.redirect(to: "/home", header)
  }

  /// The header that keeps Ann signed in.
  private mutating func begin() -> String {
    if fault == .setsNoCookie { return "" }
    count += 1
    sessions.insert("\(count)")
    return "Set-Cookie: sess=a8Kq2Zx81kPq77Lw\(count); HttpOnly; Path=/; SameSite=Lax\r\n"
  }

  /// What the script's request for a sign-in gets.
  fileprivate mutating func answer(_ request: String) -> String {
    guard request.contains("user=ann&"), request.hasSuffix("pass=\(SmallSite.password)") else {
      return SmallSite.respond(fault == .saysNothing ? "" : "Wrong name or password.", status: 401)
    }
    return SmallSite.respond("ok", status: 200, begin())
  }

  fileprivate func session(of request: String) -> String? {
    sessions.first { request.contains("sess=a8Kq2Zx81kPq77Lw\($0)\r\n") }
  }

  fileprivate mutating func home(for request: String) -> String {
    if fault == .isOpen { return SmallSite.page("Your account", "<p>Welcome to this place.</p>") }
    if fault == .signsOutAnybody { return SmallSite.page("Your account", SmallSite.signOut) }
    guard let session = session(of: request) else { return SmallSite.redirect(to: "/login") }
    if fault == .forgets { sessions.remove(session) }
    if fault == .alerts || fault == .alertsAnybody || fault == .warnsOfPassword && warned.contains(session) {
      return SmallSite.page("Your account", SmallSite.alert)
    }
    if fault == .offersAnotherAccount {
      return SmallSite.page("Your account", "<p>Hello Ann</p><a href=/login>Sign in as somebody else</a>")
    }
    if fault == .hasNoSignOut { return SmallSite.page("Your account", "<p>Hello, it is good to see you.</p>") }
    return SmallSite.page("Your account", SmallSite.signOut)
  }
}
