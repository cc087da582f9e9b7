import Encodings

extension UnhappyPath {
  /// No whole answer comes.
  static let connections: [UnhappyPath] = [
    UnhappyPath(name: "server down", place: .nowhere(issuer: "http://127.0.0.1:9")),
    UnhappyPath(name: "unknown host", place: .nowhere(issuer: "http://acme.invalid")),
    UnhappyPath(name: "TLS, certificate not trusted", place: .raw(.localhost, { _ in .silence })),
    UnhappyPath(
      name: "TLS, certificate of another host", place: .raw(.elsewhere, { _ in .silence }), entry: "tls: {ca: ../elsewhere.pem}"),
    UnhappyPath(name: "no connection in time", place: .crowded, entry: "request_timeout: 1s"),
    UnhappyPath(name: "no response in time", place: .raw(nil, { _ in .silence }), entry: "request_timeout: 1s"),
    UnhappyPath(
      name: "case longer than its 'timeout'", place: .raw(nil, { _ in .silence }),
      files: ["journeys/a.yaml": "journey: Sign in\ntimeout: 200ms\nsteps:\n  - screen: identification\n  - screen: password\n"]),
    UnhappyPath(name: "connection closed without a response", place: .raw(nil, { _ in .bytes([]) })),
    UnhappyPath(name: "no HTTP", place: .raw(nil, { _ in .bytes(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8)) })),
    at("/flow/api/v1/init", "answer that ends in the middle") { answer in .bytes(Array(answer.wire.dropLast(20))) },
    at("/flow/api/v1/init", "answer that never ends", entry: "request_timeout: 2s") { _ in
      .repeated(Array("HTTP/1.1 200 OK\r\n\r\n".utf8), piece: Array(repeating: UInt8(ascii: " "), count: 65_536), times: .max)
    },
    at("/flow/api/v1/init", "body of 100 MB") { _ in
      let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1_048_576)
      return .repeated(Array("HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n".utf8), piece: piece, times: 100)
    },
  ]

  /// Every endpoint answers with status 500, one after the other.
  static let serverErrors: [UnhappyPath] =
    [
      ("/oauth2/auth", "authorize", []), ("/flow/api/v1/init", "init", []), ("/form/identifier", "a form", []),
      ("/v1/finish", "finalize", []), ("/oauth2/token", "token", []), ("/openid-configuration", "discovery", []),
      ("/jwks.json", "the key set", []), ("/userinfo", "userinfo", ["userinfo:"]), ("/oauth2/revoke", "revocation", ["revoke:"]),
      ("/oauth2/sessions/logout", "logout", ["logout:"]), ("/form/reset", "the reset form", ["start_again: {prompt: login}", "reset:"]),
    ].map { path, what, more in at(path, "status 500 from \(what)", more: more) { _ in trouble } } + [
      UnhappyPath(
        name: "status 500 from token, for a refresh",
        place: .tenant { request, _ in
          request.url.path.hasSuffix("/oauth2/token") && String(decoding: request.body, as: UTF8.self).contains("refresh_token")
            ? trouble : nil
        }, more: ["refresh_tokens:"]),
      at(
        "/api/v1/messages", "status 500 from the inbox", entry: #"inbox: {mailpit: "ISSUER"}"#,
        more: ["mail: jane@acme.test\n    within: 1s"]
      ) { _ in trouble },
    ]

  private static let trouble = RawServer.Manner.answer(HTTPResponseMessage(500, "text/plain", "Internal Server Error"))

  /// Answers come, but not what they should be.
  static let answers: [UnhappyPath] = [
    at("/form/identifier", "status 429 with headers") { _ in
      .answer(HTTPResponseMessage(429, "text/plain", "slow down", headers: ["Retry-After": "30", "X-Ratelimit-Reset": "30"]))
    },
    at("/oauth2/token", "status 429 from token") { _ in
      .answer(HTTPResponseMessage(429, "application/json", #"{"error":"slow_down"}"#, headers: ["Retry-After": "7"]))
    },
    at("/flow/api/v1/init", "HTML instead of JSON") { _ in .answer(HTTPResponseMessage(200, "text/html", "<html>Maintenance</html>")) },
    at("/flow/api/v1/init", "JSON that breaks off") { answer in
      var answer = answer
      answer.body = Array(answer.body.dropLast(40))
      return .answer(answer)
    },
    at("/flow/api/v1/init", "JSON 100,000 levels deep") { _ in
      .answer(HTTPResponseMessage(200, "application/json", String(repeating: "[", count: 100_000)))
    },
    at("/flow/api/v1/init", "JSON that is not a screen") { _ in .answer(HTTPResponseMessage(200, "application/json", "[]")) },
    at("/flow/api/v1/init", "an empty answer") { _ in .answer(HTTPResponseMessage(status: 200)) },
    at("/flow/api/v1/init", "an unrequested compressed body") { answer in
      var answer = answer
      answer.headers.append("Content-Encoding", "gzip")
      return .answer(answer)
    },
    at("/oauth2/auth", "circular redirects") { _ in
      .answer(HTTPResponseMessage(302, "text/plain", "", headers: ["Location": "/oauth2/auth"]))
    },
    at("/oauth2/auth", "a redirect to a foreign host") { _ in
      .answer(HTTPResponseMessage(302, "text/plain", "", headers: ["Location": "https://elsewhere.test/login"]))
    },
    at("/oauth2/auth", "a redirect to an address inside the network") { _ in
      .answer(HTTPResponseMessage(302, "text/plain", "", headers: ["Location": "http://169.254.169.254/latest/meta-data"]))
    },
  ]
}
