import Encodings
import JourneyMock

/// A call of a vendor's SDK in a browser, and whether the mock answers it as the SDK needs.
struct SDKCall: Sendable {
  enum Outcome: Sendable, Hashable {
    case works
    /// The mock says by this name that it does not do it.
    case refused(String)
    /// There is no such endpoint.
    case missing

    var words: String {
      switch self {
      case .works: "works"
      case .refused(let name): "refused: `\(name)`"
      case .missing: "not there"
      }
    }
  }

  let sdk: String
  let call: String
  let outcome: Outcome
  /// What has to be known of it besides.
  let note: String
  /// Makes the SDK's requests.
  let run: @Sendable () async throws -> Outcome

  init(
    _ sdk: String, _ call: String, _ outcome: Outcome, _ note: String = "", run: @escaping @Sendable () async throws -> Outcome
  ) {
    self.sdk = sdk
    self.call = call
    self.outcome = outcome
    self.note = note
    self.run = run
  }

  static let authJS = "okta-auth-js 8.1.0"
  static let widget = "okta-signin-widget 7.49.0"
  static let webSDK = "sdk-js 3.0.0-rc.0"

  static let all = org + flow

  // MARK: Okta

  private static func signedIn(_ more: KeyValuePairs<String, String> = [:]) async throws -> (TestBrowser, AppScript) {
    var browser = try OrgSilentTests.browser()
    try await OrgSilentTests.signIn(&browser, "jane@cascade.test", "Jane-river-11", more)
    var script = AppScript(browser)
    script.response = browser.page
    return (browser, script)
  }

  private static func silent(_ more: KeyValuePairs<String, String>) async throws -> AppScript {
    var script = try await signedIn().1
    try await script.send("GET", OrgSilentTests.authorize(more))
    return script
  }

  /// Whether something at the path of an org answers with anything but 404.
  private static func answers(_ method: String, _ path: String) async throws -> Outcome {
    var script = AppScript(try OrgSilentTests.browser())
    try await script.send(method, path, json: method == "GET" ? nil : [:])
    return script.response.status == 404 ? .missing : .works
  }

  private static let org = [
    SDKCall(authJS, "`token.getWithoutPrompt`, `tokenManager.renew`, `isAuthenticated`", .works, "by a hidden frame and a message") {
      try await silent(["prompt": "none", "response_mode": "okta_post_message"]).message["code"] != nil ? .works : .missing
    },
    SDKCall(authJS, "`token.getWithPopup`", .works, "the org speaks `hosted`") {
      try await signedIn(["response_mode": "okta_post_message", "display": "popup"]).1.message["code"] != nil ? .works : .missing
    },
    SDKCall(authJS, "`token.getWithRedirect`", .works, "`responseMode`: `query`, `fragment` and `form_post`") {
      let script = try await silent(["prompt": "none", "response_mode": "fragment"])
      return try script.callback["code"] != nil ? .works : .missing
    },
    SDKCall(authJS, "`acrValues`", .works, "a class that is not reached is `unmet_authentication_requirements`") {
      let script = try await silent(["prompt": "none", "acr_values": "urn:okta:loa:2fa:any"])
      return try script.callback["error"] == "unmet_authentication_requirements" ? .works : .missing
    },
    SDKCall(authJS, "`session.exists`, `.get`, `.refresh`, `.close`", .works) {
      var script = try await signedIn().1
      try await script.send("GET", "/api/v1/sessions/me")
      return try script.json["status"] == "ACTIVE" ? .works : .missing
    },
    SDKCall(authJS, "`token.getUserInfo` with a revoked token", .works, "an `OAuthError` by `WWW-Authenticate`") {
      var script = AppScript(try OrgSilentTests.browser())
      try await script.send("GET", "/oauth2/default/v1/userinfo", headers: ["Authorization": "Bearer revoked"])
      return script.response.headers["WWW-Authenticate"]?.contains("error_description") == true ? .works : .missing
    },
    SDKCall(authJS, "`idx.start`, `idx.proceed` and the like", .works) { try await answers("POST", "/idp/idx/introspect") },
    SDKCall(authJS, "`dpop: true`", .works, "keys of ES256 and RS256; a wrong proof is `invalid_dpop_proof`") {
      var script = AppScript(try OrgSilentTests.browser())
      try await OrgSilentTests.exchange(&script, "code", headers: ["DPoP": "proof"])
      return try script.json["error"] == "invalid_dpop_proof" ? .works : .missing
    },
    SDKCall(authJS, "`myaccount`", .missing) { try await answers("GET", "/idp/myaccount/profile") },
    SDKCall(authJS, "`signInWithCredentials`, `verifyRecoveryToken` (Classic Engine)", .missing) {
      try await answers("POST", "/api/v1/authn")
    },
    SDKCall(authJS, "`webfinger`", .missing) { try await answers("GET", "/.well-known/webfinger") },
    SDKCall(authJS, "`session.user`", .missing) { try await answers("GET", "/api/v1/users/me") },
    SDKCall(widget, "the page that asks for consent, `keep-me-signed-in`", .works) {
      var script = AppScript(try OrgSilentTests.browser())
      return try await script.begin(["screen": "consent", "account": "cora"])["authentication"] != nil ? .works : .missing
    },
    SDKCall(widget, "a passkey at `http://localhost`", .works) {
      let tenant = try TestBrowser.tenant("../../journeys/_passkeys/_mock/reef.yaml")
      var script = AppScript(World(tenant, issuer: "http://localhost:8080"), issuer: "http://localhost:8080")
      let body = try await script.begin(["state": "passkey", "account": "paul"])
      let challenge = body["currentAuthenticator"]?["value"]?["contextualData"]?["challengeData"]
      return challenge?["challenge"] != nil && challenge?["extensions"] == nil ? .works : .missing
    },
  ]

  // MARK: Strivacity

  private static func answers(ofTenant path: String) async throws -> AppScript {
    var script = AppScript(try TestBrowser.acme())
    try await script.send("GET", path)
    return script
  }

  private static func begin(_ more: KeyValuePairs<String, String>) async throws -> AppScript {
    try await answers(ofTenant: try TestBrowser.acme().authorizationPath(more.map { QueryItem($0.key, $0.value) }))
  }

  private static let flow = [
    SDKCall(webSDK, "`mode: 'native'`: `login`, `register`, `startSession`", .works) {
      try await begin(["sdk": "web"]).callback["session_id"] != nil ? .works : .missing
    },
    SDKCall(
      webSDK, "`responseMode: 'fragment'`", .works, "in redirect and popup mode; natively this SDK looks for no session in a fragment"
    ) {
      try await begin(["response_mode": "fragment", "prompt": "none"]).callback["error"] == "login_required" ? .works : .missing
    },
    SDKCall(webSDK, "`acrValues`", .works, "`acr` is the first class that was asked for (inferred)") {
      try await begin(["sdk": "web", "acr_values": "gold"]).callback["session_id"] != nil ? .works : .missing
    },
    SDKCall(webSDK, "`entry` in native mode", .works, "ends in tokens with `links_sign_in: true` of the client") {
      try await answers(ofTenant: "/provider/flow/entry").response.status == 404 ? .missing : .works
    },
    SDKCall(webSDK, "`entry` in redirect and popup mode", .works, "the tenant speaks `hosted`") {
      try await answers(ofTenant: "/provider/entry").response.status == 404 ? .missing : .works
    },
    SDKCall(webSDK, "`mode: 'embedded'`", .refused("not_offered"), "the vendor's own components draw it") {
      .refused(try await answers(ofTenant: "/assets/components/bundle.js").json["error"]?.stringValue ?? "nothing")
    },
  ]
}
