import Encodings

extension HostileMode {
  /// Tricks with HTTP itself.
  static let wire: [HostileMode] = [
    answering("a body that drips") { _ in .dripping(Array((head("Content-Length: 100000\r\n") + "{").utf8), piece: [0x20]) },
    answering("a head that drips") { _ in .dripping(Array("HTTP/1.1 200 OK\r\n".utf8), piece: Array("X-A: a\r\n".utf8)) },
    answering("a body of 50 MB") { _ in
      .repeated(Array(head("Content-Length: 52428800\r\n").utf8), piece: [UInt8](repeating: 0x61, count: 1_048_576), times: 50)
    },
    answering("chunks of 50 MB") { _ in
      let piece = Array("100000\r\n".utf8) + [UInt8](repeating: 0x61, count: 0x10_0000) + Array("\r\n".utf8)
      return .repeated(Array(head("Transfer-Encoding: chunked\r\n").utf8), piece: piece, times: 50)
    },
    answering("chunks of one byte without an end") { _ in
      let chunks = Array(many(4096, "1\r\na\r\n").utf8)
      return .repeated(Array(head("Transfer-Encoding: chunked\r\n").utf8), piece: chunks, times: 20)
    },
    bytes("a header of 1 MB") { head("X-Long: \(many(1_000_000, "a"))\r\nContent-Length: 2\r\n") + "{}" },
    bytes("20,000 headers") { head(many(20_000) { "X-\($0): a\r\n" } + "Content-Length: 2\r\n") + "{}" },
    bytes("20,000 cookies") { head(many(20_000) { "Set-Cookie: c\($0)=v\($0)\r\n" } + "Content-Length: 2\r\n") + "{}" },
    bytes("a cookie of 60 KB", .passed) {
      let body = screen()
      return head("Set-Cookie: c=\(many(60_000, "v"))\r\nContent-Length: \(body.utf8.count)\r\n") + body
    },
    bytes("200 cookies", .passed) {
      let body = screen()
      return head(many(200) { "Set-Cookie: c\($0)=v\($0); Path=/\r\n" } + "Content-Length: \(body.utf8.count)\r\n") + body
    },
    bytes("90 cookies of 900 bytes") {
      let body = screen()
      let cookies = many(90) { "Set-Cookie: c\($0)=\(many(900, "v")); Path=/\r\n" }
      return head(cookies + "Content-Length: \(body.utf8.count)\r\n") + body
    },
    bytes("a chunk of 2^64 bytes") { head("Transfer-Encoding: chunked\r\n") + "ffffffffffffffff\r\n{}" },
    bytes("a chunk whose size is not a number") { head("Transfer-Encoding: chunked\r\n") + "-1\r\n{}\r\n0\r\n\r\n" },
    bytes("a chunk with an extension of 1 MB") { head("Transfer-Encoding: chunked\r\n") + "2;\(many(1_000_000, "x"))\r\n{}\r\n0\r\n\r\n" },
    bytes("20,000 trailers") { head("Transfer-Encoding: chunked\r\n") + "2\r\n{}\r\n0\r\n" + many(20_000) { "X-\($0): a\r\n" } + "\r\n" },
    bytes("a length that is too large") { head("Content-Length: 1000\r\n") + screen() },
    bytes("a length that is too small") { head("Content-Length: 10\r\n") + screen() },
    bytes("two lengths") { head("Content-Length: 2\r\nContent-Length: 200\r\n") + "{}" },
    bytes("a length below zero") { head("Content-Length: -1\r\n") + "{}" },
    bytes("a length of thirty digits") { head("Content-Length: 1\(many(30, "0"))\r\n") + "{}" },
    bytes("a length next to chunks") { head("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n") + "2\r\n{}\r\n0\r\n\r\n" },
    bytes("status 999") { "HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\n{}" },
    bytes("a status of 1 MB") { "HTTP/1.1 \(many(1_000_000, "2")) OK\r\n\r\n" },
    bytes("status 100 for ever") { many(20_000, "HTTP/1.1 100 Continue\r\n\r\n") },
    bytes("status 101") { "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n\(screen())" },
    bytes("status 204 with a body") { "HTTP/1.1 204 None\r\nContent-Length: 2\r\n\r\n{}" },
    bytes("a header with a zero byte") { head("X-A: a\u{0}b\r\nContent-Length: 2\r\n") + "{}" },
    bytes("a header without a colon") { head("nonsense\r\nContent-Length: 2\r\n") + "{}" },
    bytes("HTTP of another version") { "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}" },
  ]

  /// Addresses that lead astray, and sessions that are none.
  static let addresses: [HostileMode] = [
    leading("a redirect to itself") { _ in "/oauth2/auth" },
    leading("a redirect to the metadata address") { _ in "http://169.254.169.254/latest/meta-data/" },
    leading("a redirect to a file") { _ in "file:///etc/passwd" },
    leading("a redirect to another port of the machine") { _ in "http://127.0.0.1:1/" },
    leading("a redirect to a name with a password") { _ in "http://jane:secret@127.0.0.1/" },
    leading("a redirect to a decimal address") { _ in "http://2130706433/" },
    leading("a redirect of 1 MB") { _ in "/login?session_id=\(many(1_000_000, "a"))" },
    leading("a line break after the session's address", .passed) { "\($0)%0D%0AX-Injected:%201" },
    leading("a session id of 60 KB") { "\($0)\(many(60_000, "a"))" },
    answering("an end at 'javascript:'", at: "/form/password") { try $0.with("finalizeUrl") { _ in "javascript:alert(1)" } },
    answering("an end at the metadata address", at: "/form/password") { try $0.with("finalizeUrl") { _ in "http://169.254.169.254/" } },
  ]

  /// The first redirect, to another place.
  private static func leading(
    _ name: String, _ verdict: UnhappyPath.Verdict = .broken, _ change: @escaping @Sendable (String) -> String
  ) -> HostileMode {
    answering(name, verdict, at: "/oauth2/auth") { answer in
      let place = answer.headers["Location"] ?? String(decoding: answer.body, as: UTF8.self)
      return .answer(HTTPResponseMessage(302, "text/plain", "", headers: ["Location": change(place)]))
    }
  }
}
