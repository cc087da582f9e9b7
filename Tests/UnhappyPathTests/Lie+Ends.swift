import Encodings

/// Lies about how a journey ends.
extension Lie {
  /// The way back to the app, with a code.
  static let callbacks: [Lie] = [
    .address("another state") { $0.replacing("state=", with: "state=x") },
    .address("no state") { $0.replacing("&state=", with: "&other=") },
    .address("an empty state") { $0.replacing(/state=.*/, with: "state=") },
    .address("'state' twice") { $0 + "&state=x" },
    .address("the code in the fragment") { $0.replacing("?code=", with: "?x=y#code=") },
    .address("the code in the query, the state in the fragment") { $0.replacing("&state=", with: "#state=") },
    .address("everything in the fragment") { $0.replacing("?code=", with: "#code=") },
    .address("no code") { $0.replacing("code=", with: "cade=") },
    .address("an empty code") { $0.replacing(/code=[^&]*/, with: "code=") },
    .address("'code' twice") { $0 + "&code=x" },
    .address("an error next to the code") { $0 + "&error=access_denied" },
    .address("an access token next to the code") { $0 + "&access_token=x" },
    .address("an ID token next to the code") { $0 + "&id_token=x" },
    .address("an access token in the fragment") { $0 + "#access_token=x" },
    .address("the 'iss' of another server") { $0 + "&iss=https%3A%2F%2Fevil.test" },
    .address("an 'iss' with another slash") { $0 + "&iss=http%3A%2F%2F127.0.0.1%2F" },
    .address("an empty 'iss'") { $0 + "&iss=" },
    .address("'iss' twice") { $0 + "&iss=a&iss=b" },
    .address("another path") { $0.replacing("/callback?", with: "/callback2?") },
    .address("a slash after the path") { $0.replacing("/callback?", with: "/callback/?") },
    .address("another host") { $0.replacing("//app.test", with: "//app.test.evil.test") },
    .address("another port") { $0.replacing("//app.test", with: "//app.test:444") },
    .address("another scheme") { $0.replacing("https:", with: "http:") },
    .address("a name before the host") { $0.replacing("//app.test", with: "//x@app.test") },
  ]

  /// The way back to the app, with an error that the scenario expects.
  static let errors: [Lie] = [
    error("another state") { $0.replacing("state=", with: "state=x") },
    error("no state") { $0.replacing("&state=", with: "&other=") },
    error("'state' twice") { $0 + "&state=x" },
    error("the error in the fragment") { $0.replacing("?error=", with: "#error=") },
    error("a code next to the error") { $0 + "&code=x" },
    error("the 'iss' of another server") { $0 + "&iss=https%3A%2F%2Fevil.test" },
    error("'iss' twice") { $0 + "&iss=a&iss=b" },
    error("'error' twice") { $0 + "&error=login_required" },
    error("another error") { $0.replacing("access_denied", with: "login_required") },
    error("an empty error") { $0.replacing("access_denied", with: "") },
    error("another path") { $0.replacing("/callback?", with: "/callback2?") },
    error("another host") { $0.replacing("//app.test", with: "//app.test.evil.test") },
    error("a code and no error") { $0.replacing("error=access_denied&error_description=No", with: "code=x") },
  ]

  private static func error(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Lie {
    .address("an expected error: \(name)", .callback, end: .error) { address in
      change(address.replacing(/code=[^&]*/, with: "error=access_denied&error_description=No"))
    }
  }

  /// The answer to a logout of a client with a `logout_uri`.
  static let logouts: [Lie] = [
    .answer("a page that asks whether to log out", .logout, end: .logout, "<p>Do you want to log out?</p>"),
    .answer("an empty page", .logout, end: .logout, ""), .answer("JSON", .logout, end: .logout, "{}"),
    .answer("status 204", .logout, end: .logout, status: 204, ""), .answer("status 401", .logout, end: .logout, status: 401, ""),
    .answer("status 503", .logout, end: .logout, status: 503, ""),
    .answer("an OAuth error", .logout, end: .logout, status: 400, #"{"error":"invalid_request"}"#),
    .status(300, .logout, end: .logout), .status(304, .logout, end: .logout), .status(305, .logout, end: .logout),
    Lie("two addresses", .logout, end: .logout) { answer, _ in answer.headers.append("Location", "https://evil.test/bye") },
    .address("another host", .logout, end: .logout) { _ in "https://evil.test/bye" },
    .address("another path of the app", .logout, end: .logout) { _ in "https://app.test/bye2" },
    .address("an error at another host", .logout, end: .logout) { _ in "https://evil.test/?error=access_denied" },
    .address("an error at the app's address", .logout, end: .logout) { $0.replacing(/\?.*/, with: "") + "?error=access_denied" },
    .address("a page of the server's own, over a redirect", .logout, end: .logout) { _ in "/t/nothing" },
  ]

  /// What only a client that sends a state can see; the vendors' apps of the other dialects send none with a logout.
  static let statefulLogouts: [Lie] = [
    .address("no state", .logout, end: .logout) { $0.replacing(/\?.*/, with: "") },
    .address("the state in the fragment", .logout, end: .logout) { $0.replacing("?state", with: "#state") },
    .address("another state", .logout, end: .logout) { $0.replacing("state=", with: "state=x") },
    .address("'state' twice", .logout, end: .logout) { $0 + "&state=x" },
  ]

  static let userinfos: [Lie] = [
    .member("userinfo of another person", .userinfo, end: .userinfo, "sub", "otto"),
    .member("userinfo without a subject", .userinfo, end: .userinfo, "sub", nil),
    .member("a 'sub' that is a number", .userinfo, end: .userinfo, "sub", 1), .repeated("sub", .userinfo, end: .userinfo, "anna"),
    .repeated("email", .userinfo, end: .userinfo, "otto@lie.test"), .answer("a page", .userinfo, end: .userinfo, "<p>Hello</p>"),
    .answer("an empty body", .userinfo, end: .userinfo, ""), .answer("a list", .userinfo, end: .userinfo, "[]"),
    .member("an error next to the claims", .userinfo, end: .userinfo, "error", "invalid_token"),
    .member("a code of an error next to the claims", .userinfo, end: .userinfo, "errorCode", "E0000011"),
    .member("a list of errors next to the claims", .userinfo, end: .userinfo, "errors", ["x"]), .status(204, .userinfo, end: .userinfo),
    .status(401, .userinfo, end: .userinfo), .status(503, .userinfo, end: .userinfo),
  ]

  static let revocations: [Lie] = [
    .answer("an OAuth error", .revocation, end: .revocation, status: 400, #"{"error":"invalid_token"}"#),
    .answer("an OAuth error with status 200", .revocation, end: .revocation, #"{"error":"server_error"}"#),
    .answer(
      "a code of an error with status 200", .revocation, end: .revocation, #"{"errorCode":"E0000011","errorSummary":"Invalid token"}"#),
    .answer("an error that is true, with status 200", .revocation, end: .revocation, #"{"error":true}"#),
    .answer("a list of errors with status 200", .revocation, end: .revocation, #"[{"error":"x"}]"#),
    .answer("an error that breaks off, with status 200", .revocation, end: .revocation, #"{"error":"x""#),
    .answer("an error as a form, with status 200", .revocation, end: .revocation, "error=unsupported_token_type"),
    .answer("an error with 'error' twice", .revocation, end: .revocation, status: 400, #"{"error":"a","error":"b"}"#),
    .status(201, .revocation, end: .revocation), .status(404, .revocation, end: .revocation), .status(503, .revocation, end: .revocation),
  ]
}
