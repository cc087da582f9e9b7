import Encodings
import JourneyTestSupport

/// One way in which a tenant tries to take a run's time, memory or wits, and what it may cost at most.
struct HostileMode: Sendable {
  /// The processor's time that a run may take, as the tests build the program; a release build takes a fraction of it.
  enum Time: String, Sendable {
    case short = "under 2 s"
    case long = "under 10 s"

    var most: Duration { self == .short ? .seconds(2) : .seconds(10) }
  }

  /// The memory that a run may take.
  enum Memory: String, Sendable {
    case little = "under 150 MB"
    case much = "under 400 MB"

    var megabytes: Int { self == .little ? 150 : 400 }
  }

  let path: UnhappyPath
  var time = Time.short
  var memory = Memory.little

  var name: String { path.name }

  /// The same with other bounds.
  func taking(_ time: Time, _ memory: Memory = .little) -> HostileMode { HostileMode(path: path, time: time, memory: memory) }

  /// A tenant whose answer to the first question for a screen, or at another path, is another one.
  static func answering(
    _ name: String, _ verdict: UnhappyPath.Verdict = .broken, at place: String = "/flow/api/v1/init",
    _ manner: @escaping @Sendable (HTTPResponseMessage) throws -> RawServer.Manner
  ) -> HostileMode {
    HostileMode(path: .at(place, name, verdict, entry: "request_timeout: 5s", manner))
  }

  /// The bytes of a whole answer, head and all.
  static func bytes(
    _ name: String, _ verdict: UnhappyPath.Verdict = .broken, _ text: @escaping @Sendable () -> String
  ) -> HostileMode {
    answering(name, verdict) { _ in .bytes(Array(text().utf8)) }
  }

  /// The body of an answer that is else as it should be.
  static func body(
    _ name: String, _ verdict: UnhappyPath.Verdict = .broken, _ text: @escaping @Sendable () -> String
  ) -> HostileMode {
    answering(name, verdict) { _ in .answer(HTTPResponseMessage(200, "application/json", text())) }
  }

  /// A screen that is like the first one, with more widgets, forms and members.
  static func screen(
    _ name: String, _ verdict: UnhappyPath.Verdict = .broken, widgets: @escaping @Sendable () -> String = { "" },
    forms: @escaping @Sendable () -> String = { "" }, members: @escaping @Sendable () -> String = { "" }
  ) -> HostileMode {
    body(name, verdict) { screen(widgets: widgets(), forms: forms(), members: members()) }
  }

  static func screen(widgets: String = "", forms: String = "", members: String = "") -> String {
    let own = #"{"type":"input","id":"identifier","label":"Email"},{"type":"submit","id":"submit","label":"Continue"}"#
    return #"{"screen":"identification","forms":[{"id":"identifier","widgets":[\#(own)\#(widgets)]}\#(forms)]\#(members)}"#
  }

  /// The head of an answer with a screen, more lines in it.
  static func head(_ lines: String = "") -> String {
    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n\(lines)\r\n"
  }

  /// A number of pieces in a row.
  static func many(_ count: Int, _ piece: (Int) -> String) -> String {
    var text = ""
    for number in 0..<count { text += piece(number) }
    return text
  }

  static func many(_ count: Int, _ piece: String) -> String { String(repeating: piece, count: count) }
}
