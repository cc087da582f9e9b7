import Encodings
import JourneyTestSupport
import Testing

/// Ways in which an author of scenarios and mocks could read a foreign secret.
struct SecretChannelTests {
  private static let secret = "Zq3x-V7kwqt/jxqz&wvqd=42"

  /// Every stretch of four bytes of the secret.
  private static let pieces: [String] = {
    let bytes = Array(secret.utf8)
    return (0...(bytes.count - 4)).map { String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self) }
  }()

  private static func expectNothing(of outcome: BuiltCommand.Outcome, in folder: TemporaryFolder) throws {
    var outputs = [("standard output", outcome.output), ("standard error", outcome.error)]
    for name in try Fixtures.filesBelow(absolute: folder.file("out")) { outputs.append((name, try folder.text(of: "out/\(name)"))) }
    #expect(outputs.count >= 7)
    for (name, text) in outputs {
      for piece in pieces where text.contains(piece) || text.contains(piece.lowercased()) {
        Issue.record("\(name) holds '\(piece)': \(text)")
      }
    }
  }

  private static let reports = [
    "--junit", "out/junit.xml", "--html", "out/page.html", "--tap", "out/run.tap", "--markdown", "out/run.md", "--json", "out/run.json",
    "--log", "out/run.jsonl", "--attach", "out/pages", "--github", "--verbose", "--no-color", "--seed", "7",
  ]

  // MARK: A mock that the project brings

  private static let mock = """
    tenant: evil
    extends: journey-flow/standard
    issuer: https://evil.test
    languages: [en]
    clients:
      evil-web: {redirect_uris: [https://app.evil.test/callback], scopes: [openid]}
    facts: {account.known: [yes, no]}
    accounts:
      eve: {email: eve@evil.test, phone: none, password: x1}
    start: ask
    flow:
      ask:
        ask:
          find: {account.email: answer.name}
          first: {when: 'account and answer.secret matches "^.{2}3.*"', set: {account.phone: answer.secret}, go: c101}
          whole: {when: 'account and answer.secret == "Zq3x-V7kwqt/jxqz&wvqd=42"', set: {account.phone: answer.secret}, go: c101}
          rest: {when: account, set: {account.phone: answer.secret}, go: c000}
          nobody: {go: c000}
      c101:
        c101:
          on: {go: finish}
      c000:
        c000:
          on: {go: finish}
    screens:
      ask: {forms: {ask: {name: {type: input, label: Name}, secret: {type: input, label: Secret}, go: {type: submit, label: Go}}}}
      c101: {forms: {c101: {said: {type: static, value: "${account.phone}"}, go: {type: submit, label: Go}}}}
      c000: {forms: {c000: {said: {type: static, value: "${account.phone}"}, go: {type: submit, label: Go}}}}

    """

  private static let readsMock = """
    journey: Looks green
    steps:
      - screen: ask
        answers: {name: eve@evil.test, secret: "${secret.JANE_PASSWORD}"}
      - screen: {starts_with: c}
    ---
    journey: Prints it in pieces
    steps:
      - screen: ask
        answers: {name: eve@evil.test, secret: "${secret.JANE_PASSWORD}"}
      - screen: {starts_with: c}
        capture: {c0: {widget: said, attribute: value, matches: '^(.{1,5})'}, c1: {widget: said, attribute: value, matches: '^.{5}(.{1,5})'}}
        snapshot: true
      - check: {c0: zzz, c1: zzz}
    ---
    journey: Prints it in lower case
    steps:
      - screen: ask
        answers: {name: eve@evil.test, secret: "${secret.JANE_PASSWORD}"}
      - screen: {starts_with: c}
        capture: {v: {widget: said, attribute: value}}
      - check: {v: zzz}

    """

  private static func runOnMock(policy: String) async throws -> (outcome: BuiltCommand.Outcome, log: String) {
    try await TemporaryFolder.with { outside in
      try outside.write(policy, to: "policy.yaml")
      return try await TemporaryFolder.with { folder in
        try folder.write(mock, to: "journeys/_mock/evil.yaml")
        try folder.write("default: evil\ntenants:\n  evil: {dialect: journey-flow, mock: _mock/evil.yaml}\n", to: "journeys/tenants.yaml")
        try folder.write(readsMock, to: "journeys/evil.yaml")
        let outcome = try await BuiltCommand.run(
          ["run", "--policy", outside.file("policy.yaml")] + reports, environment: ["JANE_PASSWORD": secret], in: folder.path)
        try expectNothing(of: outcome, in: folder)
        return (outcome, try folder.text(of: "out/run.jsonl"))
      }
    }
  }

  @Test
  func `under a policy a mock of the project never sees the secret, so that nothing it shows can tell it`() async throws {
    let run = try await Self.runOnMock(policy: "secrets: {JANE_PASSWORD: []}\n")
    #expect(run.outcome.code == 1, "\(run.outcome)")
    // Neither the comparison with a part of the secret held, nor the one with all of it.
    #expect(run.log.contains("ask.ask.rest") && !run.log.contains("ask.ask.first") && !run.log.contains("ask.ask.whole"))
  }

  @Test
  func `a mock that the policy names gets the secret, which stands in no output all the same`() async throws {
    let run = try await Self.runOnMock(policy: "secrets: {JANE_PASSWORD: {origins: 'mock:evil', fields: [secret]}}\n")
    #expect(run.outcome.code == 1, "\(run.outcome)")
    #expect(run.log.contains("ask.ask.first"))
  }

  // MARK: A live tenant that repeats what was typed

  private static let readsEcho = """
    journey: Types it where it is shown again
    steps:
      - screen: identification
        answers: {identifier: "${secret.GREET_PW}"}
      - screen: identification
        messages: any
        snapshot: greeted
        capture:
          c0: {message: identifier, matches: 'Hello (.{1,5})'}
          c1: {message: identifier, matches: 'Hello .{5}(.{1,5})'}
          v: {message: identifier}
      - check: {c0: zzz, c1: zzz, v: zzz}
    ---
    journey: Compares it
    steps:
      - screen: identification
        answers: {identifier: "${secret.GREET_PW}"}
      - screen: identification
        messages: {identifier: [{starts_with: Hello x}, {length: 3}, {contains: "${secret.GREET_PW, 'x'}"}, {matches: zz}]}
    ---
    journey: Changes it
    steps:
      - screen: identification
        answers: {identifier: "${secret.GREET_PW}"}
      - screen: identification
        messages: any
        capture: {v: {message: identifier}, w: {message: identifier, matches: 'Hello (.*)'}}
      - check: {v: "${lower(w)}", w: "${sha256(w)}"}
    ---
    journey: Expects a text that it cuts
    steps:
      - screen: identification
        answers: {identifier: "${secret.GREET_PW}"}
      - screen: identification
        messages: {identifier: "Hello ten days and ten nights, and as many more as it takes to be told."}

    """

  @Test
  func `what a live tenant repeats of a secret is one, captured, cut, changed, compared and stored`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await RawServer.with({ server in
        let tenants = """
          default: acme
          tenants:
            acme:
              dialect: journey-flow
              issuer: \(server.address)
              client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid]}

          """
        try folder.write(tenants, to: "journeys/tenants.yaml")
        // A secret in a matcher is refused before anything runs, so the comparison works without it.
        try folder.write(Self.readsEcho.replacing(", {contains: \"${secret.GREET_PW, 'x'}\"}", with: ""), to: "journeys/a.yaml")
        let tenant = TroubledTenant(at: server.address, definition: try TroubledTenant.acme()) { request, answer in
          guard request.url.path.hasSuffix("/form/identifier") else { return nil }
          let text = JSONWriter.text(of: .string("Hello \(Self.secret)")).dropFirst().dropLast()
          return answer.leading { $0.replacing("We do not know this address.", with: text) }
        }
        return { try await tenant.behave($0) }
      }) { _ in
        try await BuiltCommand.run(
          ["run", "--jobs", "1", "--update-snapshots"] + Self.reports, environment: ["GREET_PW": Self.secret], in: folder.path)
      }
      #expect(outcome.code == 1, "\(outcome)")
      #expect(outcome.output.contains("4 failed"), "\(outcome)")
      try Self.expectNothing(of: outcome, in: folder)
      let stored = try Fixtures.filesBelow(absolute: folder.file("journeys/__screens__"))
      #expect(stored.count == 1)
      for name in stored {
        let text = try folder.text(of: "journeys/__screens__/\(name)")
        #expect(text.contains("***"))
        for piece in Self.pieces { #expect(!text.contains(piece)) }
      }
    }
  }

  // MARK: Tokens of requests

  private static let tokens = [
    "access": "mgmt-4Zr8Kq2Wv6Tn1Xp9Lb3Yd7", "refresh": "rt-9Hs2Jf6Gk4Dm8Cn1Bv5Xz3", "literal": "Api-Key-4711-zebra",
    "typed": "Kettle-55-moon",
    "given": "Harbor-31-lamp", "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJlLW9mLWphbmU",
  ]

  private static let asks = """
    journey: Cleans up
    before:
      - request: POST /oauth2/token
        form: {grant_type: client_credentials, client_id: mgmt, client_secret: "${secret.MGMT}", password: Kettle-55-moon}
        capture: {token: {json: $.access_token}, all: {json: $}}
      - request: POST /admin
        headers: {Authorization: "Bearer ${token}", X-Api-Key: Api-Key-4711-zebra}
        json: {user: {password: Kettle-55-moon}}
        capture: {said: {json: $.said}}
    steps:
      - check: {token: zzz, said: zzz, all: zzz}
    ---
    journey: Compares
    steps:
      - request: POST /oauth2/token
        form: {grant_type: client_credentials}
        response: {json: {$.access_token: zzz, $.nested.refreshToken: {length: 3}, $.info: zzz}, headers: {X-Auth-Token: zzz}}

    """

  /// The management API of a tenant, which repeats what it was sent.
  private static func api(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    if request.url.path.hasSuffix("/auth") {
      return HTTPResponseMessage(302, "text/plain", "", headers: ["Location": "https://app.acme.test/callback?session_id=s1"])
    }
    if request.url.path.hasSuffix("/init") {
      return HTTPResponseMessage(200, "application/json", #"{"screen": "pin", "forms": [{"id": "pin", "type": "form", "widgets": []}]}"#)
    }
    guard request.url.path.hasSuffix("/token") else {
      let said =
        "\(request.headers["authorization"] ?? "") \(request.headers["x-api-key"] ?? "") \(String(decoding: request.body, as: UTF8.self))"
      return HTTPResponseMessage(200, "application/json", JSONWriter.text(of: .object([.init("said", .string(said))])))
    }
    let body = """
      {"access_token": "\(tokens["access"] ?? "")", "nested": {"refreshToken": "\(tokens["refresh"] ?? "")"}, "info": "\(tokens["jwt"] ?? "")",
      "users": [{"password": "\(tokens["given"] ?? "")"}], "token_type": "Bearer", "expires_in": 60}
      """
    return HTTPResponseMessage(200, "application/json", body, headers: ["X-Auth-Token": tokens["access"] ?? ""])
  }

  @Test
  func `what lets somebody in is a secret of a request, too, in what is sent and in what is answered`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await RawServer.with({ server in
        let tenants = """
          default: acme
          tenants:
            acme:
              dialect: journey-flow
              issuer: \(server.address)
              client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid]}

          """
        try folder.write(tenants, to: "journeys/tenants.yaml")
        try folder.write(Self.asks, to: "journeys/a.yaml")
        return { .answer(Self.api($0)) }
      }) { _ in
        try await BuiltCommand.run(
          ["run", "--jobs", "1", "--trace"] + Self.reports.filter { $0 != "--verbose" }, environment: ["MGMT": Self.secret], in: folder.path
        )
      }
      #expect(outcome.code == 1, "\(outcome)")
      try Self.expectNothing(of: outcome, in: folder)
      var outputs = [outcome.output, outcome.error]
      for name in try Fixtures.filesBelow(absolute: folder.file("out")) { outputs.append(try folder.text(of: "out/\(name)")) }
      for (name, token) in Self.tokens {
        for output in outputs where output.contains(token) { Issue.record("the \(name) one is in clear: \(output)") }
      }
      #expect(outcome.output.contains("Bearer"))
    }
  }
}
