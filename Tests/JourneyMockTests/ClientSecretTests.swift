import Diagnostics
import Encodings
import JourneyMock
import Testing

/// How a tenant knows that a request comes from the client that it names.
struct ClientSecretTests {
  static let secret = "cascade-portal-4711"

  /// How a client proves itself, and what comes of it.
  struct Proof: Sendable, CustomTestStringConvertible {
    var name: String
    /// Id and secret of the header, joined as they are sent; `nil` for no header.
    var basic: String?
    /// Id and secret in the body.
    var id: String? = "cascade-portal"
    var secret: String?
    var query = ""
    /// `nil` where the client is let in.
    var error: String? = "invalid_client"
    var testDescription: String { name }

    var headers: HTTPFields { basic.map { ["Authorization": "Basic " + Base64.encode(Array($0.utf8))] } ?? [:] }
    var items: [QueryItem] {
      [("client_id", id), ("client_secret", secret)].compactMap { name, value in value.map { QueryItem(name, $0) } }
    }
  }

  static let proofs = [
    Proof(name: "the header", basic: "cascade-portal:\(secret)", error: nil),
    Proof(name: "the header alone", basic: "cascade-portal:\(secret)", id: nil, error: nil),
    Proof(name: "the header, encoded", basic: "cascade%2Dportal:cascade-portal%2D4711", id: nil, error: nil),
    Proof(name: "the body", secret: secret, error: nil),
    Proof(name: "nothing"),
    Proof(name: "the header without a secret", basic: "cascade-portal:"),
    Proof(name: "a wrong secret in the header", basic: "cascade-portal:WRONG"),
    Proof(name: "a wrong secret in the body", secret: "WRONG"),
    Proof(name: "the secret in the address", query: "?client_secret=\(secret)"),
    Proof(name: "the header of another client", basic: "other:\(secret)"),
    Proof(name: "an unknown client in the header", basic: "other:\(secret)", id: nil),
    Proof(name: "header and body", basic: "cascade-portal:\(secret)", secret: secret, error: "invalid_request"),
    Proof(name: "a header that holds no client", basic: "", error: "invalid_request"),
    Proof(name: "a header without a colon", basic: "cascade-portal", error: "invalid_request"),
  ]

  @Test(arguments: proofs, ["/v1/interact", "/v1/token", "/v1/revoke", "/v1/introspect"])
  func `a confidential client is let in by its secret only, at every endpoint of an org`(_ proof: Proof, path: String) async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let rest: [QueryItem]
    switch path {
    case "/v1/interact":
      rest = [
        .init("redirect_uri", "https://portal.cascade.test/callback"), .init("scope", "openid"), .init("state", "s"),
        .init("code_challenge", Base64URL.encode(Digests.sha256(app.verifier))), .init("code_challenge_method", "S256"),
      ]
    case "/v1/token":
      rest = [
        .init("grant_type", "interaction_code"), .init("interaction_code", try #require(app.code)), .init("code_verifier", app.verifier),
      ]
    default: rest = [.init("token", "unknown")]
    }
    try await app.form(path + proof.query, proof.items + rest, headers: proof.headers)
    #expect(app.body["error"]?.stringValue == proof.error)
    #expect(app.status == (proof.error == nil ? 200 : proof.error == "invalid_client" ? 401 : 400))
  }

  @Test func `a refresh needs the secret too, and a refused one leaves the token good`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    try await app.exchange()
    let refresh = [QueryItem("grant_type", "refresh_token"), QueryItem("refresh_token", app.body["refresh_token"]?.stringValue ?? "")]
    try await app.form("/v1/token", refresh + [.init("client_id", "cascade-portal"), .init("client_secret", "WRONG")])
    #expect(app.status == 401)
    try await app.form("/v1/token", refresh + IDXApp.client)
    #expect(app.status == 200)
  }

  @Test func `a refused header is answered with its scheme, a refused body is not`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    func scheme(_ items: [QueryItem], _ headers: HTTPFields) async throws -> String? {
      var fields = headers
      fields.append("Content-Type", FormURLEncoding.mediaType)
      let url = try WebURL("https://cascade.test/oauth2/v1/revoke")
      return try await app.send(
        HTTPRequestMessage(method: "POST", url: url, headers: fields, body: Array(FormURLEncoding.encode(items).utf8))
      ).headers["WWW-Authenticate"]
    }
    let wrong = Proof(name: "", basic: "cascade-portal:WRONG")
    #expect(try await scheme([.init("token", "t")], wrong.headers) == "Basic realm=\"clients\"")
    #expect(try await scheme([.init("token", "t"), .init("client_id", "cascade-portal"), .init("client_secret", "WRONG")], [:]) == nil)
  }

  @Test(
    arguments: [
      (nil, nil, 400), ("acme-web", nil, 400), (nil, "anything", 401), ("acme-web:anything", nil, 401), ("other-web:", nil, 401),
    ] as [(String?, String?, Int)])
  func `a public client names itself, and is refused where it sends a secret`(basic: String?, secret: String?, status: Int) async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let proof = Proof(name: "", basic: basic, id: "acme-web", secret: secret)
    for path in ["/oauth2/token", "/oauth2/revoke"] {
      var headers = proof.headers
      headers.append("Content-Type", FormURLEncoding.mediaType)
      let body = Array(FormURLEncoding.encode(proof.items + [.init("grant_type", "none")]).utf8)
      let answer = await app.send(
        HTTPRequestMessage(method: "POST", url: try WebURL("https://acme.test" + path), headers: headers, body: body))
      #expect(answer.status == status, "\(path)")
    }
  }

  @Test func `a confidential client of journey-flow needs its secret`() async throws {
    let text = FlowRowsTenant.text.replacing("  acme-web:\n", with: "  acme-web:\n    secret: acme-web-4711\n")
    var app = TestApp(try FlowRowsTenant.world(text: text))
    let callback = try await app.finish(try await app.reachEnd())
    let code = try #require(callback["code"])
    #expect(try await app.exchange(code).body["error"] == "invalid_client")
    let exchange: [QueryItem] = [
      .init("grant_type", "authorization_code"), .init("code", code), .init("code_verifier", app.verifier),
      .init("redirect_uri", "https://app.acme.test/callback"),
    ]
    #expect(try await app.token(exchange + [.init("client_secret", "WRONG")]).status == 401)
    #expect(try await app.token(exchange + [.init("client_secret", "acme-web-4711")]).status == 200)
  }

  @Test func `an interaction code is exchanged as one, and a code as a code`() async throws {
    var app = IDXApp(World(try CascadeTenant.load()))
    try await app.signIn("jane@cascade.test", "Jane-river-11")
    let code = try #require(app.code)
    try await app.form(
      "/v1/token",
      IDXApp.client + [
        .init("grant_type", "authorization_code"), .init("code", code), .init("code_verifier", app.verifier),
        .init("redirect_uri", "https://portal.cascade.test/callback"),
      ])
    #expect(app.body["error"] == "invalid_grant")
    try await app.exchange(code: code)
    #expect(app.status == 200)
  }

  @Test(arguments: [
    ("''", "the client's secret is empty"), ("'${secret.X}'", "a mock's secret is written as it is, found '${secret.X}'"),
  ])
  func `a secret that cannot be one is reported`(written: String, message: String) {
    let clients = "clients: {app: {redirect_uris: [\"https://app.test/cb\"], secret: \(written)}}\n"
    let (_, diagnostics) = CascadeTenant.read(CascadeTenant.org(clients))
    #expect(diagnostics.map(\.message).contains(message), "\(diagnostics.map(\.message))")
  }
}
