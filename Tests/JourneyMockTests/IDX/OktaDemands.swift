import Encodings

/// What one of the vendor's SDKs refuses a server for.
struct OktaDemand: Sendable {
  /// The part of the conversation that it is about.
  enum Subject: String, Sendable, CaseIterable {
    case body = "body"
    case way = "way forward"
    case authenticator = "authenticator"
    case message = "message"
    case tokens = "tokens"
    case idToken = "ID token"
    case accessToken = "access token"
    case discovery = "discovery"
    case header = "header"
  }

  var subject: Subject
  /// What has to be so, a sentence for the page.
  var demand: String
  /// Whose demand it is: JS is okta-auth-js, Swift is okta-idx-swift and okta-mobile-swift.
  var sdks: String
  /// Whether it is met. A token is its `header` and `payload`, with what the app knows: its `client`, the `issuer` that it asked, the `nonce` that
  /// it sent, `null` if it did not, and the `api` that the access token is for.
  var isMet: @Sendable (JSONValue) -> Bool

  init(_ subject: Subject, _ demand: String, _ sdks: String, _ isMet: @escaping @Sendable (JSONValue) -> Bool) {
    self.subject = subject
    self.demand = demand
    self.sdks = sdks
    self.isMet = isMet
  }
}

extension OktaDemand {
  private static func isText(_ value: JSONValue?) -> Bool { !(value?.stringValue ?? "").isEmpty }
  private static func isNumber(_ value: JSONValue?) -> Bool { if case .number? = value { true } else { false } }
  private static func isAddress(_ value: JSONValue?) -> Bool {
    let text = value?.stringValue ?? ""
    return text.hasPrefix("https://") || text.hasPrefix("http://")
  }
  private static func isList(_ value: JSONValue?, of isRight: (JSONValue) -> Bool) -> Bool {
    guard let value else { return true }
    return value["type"] == "array" && value["value"]?.arrayValue.map { $0.allSatisfy(isRight) } == true
  }

  static let all: [OktaDemand] = bodies + parts + tokens + headers

  private static let bodies: [OktaDemand] = [
    OktaDemand(.body, "`version` is `1.0.0`", "JS, Swift") { $0["version"] == "1.0.0" },
    OktaDemand(.body, "`expiresAt` is RFC 3339 with milliseconds and `Z`", "Swift") { body in
      guard let text = body["expiresAt"]?.stringValue else { return body["stateHandle"] == nil }
      return text.utf8.count == 24 && text.hasSuffix("Z") && DateText.millisecondsSinceEpoch(text) != nil
    },
    OktaDemand(.body, "`stateHandle` is a text wherever there is a way forward", "JS, Swift") {
      $0.ways.isEmpty || isText($0["stateHandle"])
    },
    OktaDemand(.body, "`intent` is there with the handle", "Swift") { $0["stateHandle"] == nil || isText($0["intent"]) },
    OktaDemand(.body, "names of remediations are unique, but for `redirect-idp`", "JS") { body in
      let names = (body["remediation"]?.elements ?? []).compactMap { $0["name"]?.stringValue }.filter { $0 != "redirect-idp" }
      return Set(names).count == names.count
    },
    OktaDemand(.body, "`relatesTo` leads to something in the same body", "JS") { body in
      let references = (body["remediation"]?.elements ?? []).flatMap { form in
        (form["relatesTo"]?.arrayValue ?? [])
          + form.fields.flatMap { field in
            (field["options"]?.arrayValue ?? []).compactMap { $0["relatesTo"] }
          }
      }
      return references.allSatisfy { leads($0.stringValue ?? "", in: body) }
    },
    OktaDemand(.body, "`user.value.id` is a text where there is a `user`", "Swift") {
      $0["user"] == nil || isText($0["user"]?["value"]?["id"])
    },
    OktaDemand(.body, "`app.value` has `id`, `label` and `name` where there is an `app`", "Swift") { body in
      body["app"] == nil || ["id", "label", "name"].allSatisfy { isText(body["app"]?["value"]?[$0]) }
    },
    OktaDemand(.body, "`remediation`, `messages`, `authenticators`, `authenticatorEnrollments` are `{type: array, value}`", "JS, Swift") {
      body in
      ["remediation", "messages", "authenticators", "authenticatorEnrollments"].allSatisfy { isList(body[$0]) { $0.objectValue != nil } }
    },
    OktaDemand(.body, "`successWithInteractionCode` has `grant_type`, `interaction_code` and `client_id` with values", "JS, Swift") {
      body in
      guard let fields = body["successWithInteractionCode"]?["value"]?.arrayValue else { return body["successWithInteractionCode"] == nil }
      return ["grant_type", "interaction_code", "client_id"].allSatisfy { name in
        fields.contains { $0["name"]?.stringValue == name && isText($0["value"]) }
      }
    },
  ]

  private static func leads(_ reference: String, in body: JSONValue) -> Bool {
    var value: JSONValue? = body
    for step in reference.split(separator: ".") where step != "$" {
      let parts = step.split(separator: "[")
      value = parts.first.flatMap { value?[String($0)] }
      if parts.count == 2 {
        value = Int(parts[1].dropLast()).flatMap { place in value?.arrayValue.flatMap { $0.indices.contains(place) ? $0[place] : nil } }
      }
    }
    return value != nil
  }

  private static let parts: [OktaDemand] = [
    OktaDemand(.way, "`name` is a text and `href` an absolute address", "JS, Swift") { isText($0["name"]) && isAddress($0["href"]) },
    OktaDemand(.way, "`method` is a text", "Swift") { isText($0["method"]) },
    OktaDemand(.way, "`rel` holds `create-form` where something is sent", "JS") {
      $0["value"] == nil || $0["rel"]?.arrayValue?.contains("create-form") == true
    },
    OktaDemand(.way, "`accepts` is a media type where something is sent", "Swift") {
      $0["value"] == nil || ($0["accepts"]?.stringValue ?? "").contains("/")
    },
    OktaDemand(.way, "every field has a `name`", "JS, Swift") { $0.fields.allSatisfy { isText($0["name"]) } },
    OktaDemand(.way, "every option has a `label` and a `value`", "JS, Swift") {
      $0.fields.flatMap { $0["options"]?.arrayValue ?? [] }.allSatisfy { $0["label"]?.stringValue != nil && $0["value"] != nil }
    },
    OktaDemand(.way, "`required`, `mutable`, `visible` and `secret` are flags", "Swift") { form in
      form.fields.allSatisfy { field in
        ["required", "mutable", "visible", "secret"].allSatisfy { field[$0] == nil || field[$0]?.boolValue != nil }
      }
    },
    OktaDemand(.way, "`refresh` is a number of milliseconds", "JS, Swift") { $0["refresh"] == nil || isNumber($0["refresh"]) },
    OktaDemand(.way, "an identity provider has `idp.id`, `idp.name` and `type`", "JS, Swift") {
      $0["name"] != "redirect-idp" || (isText($0["idp"]?["id"]) && isText($0["idp"]?["name"]) && isText($0["type"]))
    },
    OktaDemand(.authenticator, "`type`, `id` and `displayName` are texts", "Swift") { authenticator in
      ["type", "id", "displayName"].allSatisfy { isText(authenticator[$0]) }
    },
    OktaDemand(.authenticator, "every one of `methods` has a `type`", "Swift") {
      ($0["methods"]?.arrayValue ?? []).allSatisfy { isText($0["type"]) }
    },
    OktaDemand(.authenticator, "a QR code is a picture, PNG in Base64", "Swift") { authenticator in
      guard let code = authenticator["contextualData"]?["qrcode"] else { return true }
      return code["type"] == "image/png" && (code["href"]?.stringValue ?? "").hasPrefix("data:image/png;base64,iVBORw0KGgo")
    },
    OktaDemand(.authenticator, "rules of a password are numbers and flags", "Swift") { authenticator in
      guard let complexity = authenticator["settings"]?["complexity"] else { return authenticator["settings"] == nil }
      return isNumber(complexity["minLength"]) && complexity["excludeUsername"]?.boolValue != nil
    },
    OktaDemand(.message, "`message` is a text, `class` one of `ERROR`, `INFO`, `WARNING`", "Swift") {
      $0["message"]?.stringValue != nil && ["ERROR", "INFO", "WARNING"].contains($0["class"]?.stringValue)
    },
    OktaDemand(.message, "`i18n.key` is a text where there is `i18n`", "JS, Swift") { $0["i18n"] == nil || isText($0["i18n"]?["key"]) },
  ]

  private static let tokens: [OktaDemand] = [
    OktaDemand(.tokens, "`access_token`, `token_type` and `scope` are texts, `expires_in` is a number", "JS, Swift") { response in
      ["access_token", "token_type", "scope"].allSatisfy { isText(response[$0]) } && isNumber(response["expires_in"])
    },
    OktaDemand(.idToken, "it is signed with `RS256`", "JS, Swift") { $0["header"]?["alg"] == "RS256" && isText($0["header"]?["kid"]) },
    OktaDemand(.idToken, "`aud` is the client's id, a text", "Swift") {
      isText($0["client"]) && $0["payload"]?["aud"] == $0["client"]
    },
    OktaDemand(.idToken, "`iss` is the issuer as it was asked", "JS, Swift") {
      isText($0["issuer"]) && $0["payload"]?["iss"] == $0["issuer"]
    },
    OktaDemand(.idToken, "`sub` and `at_hash` are texts", "JS, Swift") { token in
      ["sub", "at_hash"].allSatisfy { isText(token["payload"]?[$0]) }
    },
    OktaDemand(.idToken, "`nonce` is the one that was sent", "JS, Swift") { token in
      token["nonce"] == .null || isText(token["nonce"]) && token["payload"]?["nonce"] == token["nonce"]
    },
    OktaDemand(.idToken, "`iat`, `exp` and `auth_time` are numbers", "JS, Swift") { token in
      ["iat", "exp", "auth_time"].allSatisfy { isNumber(token["payload"]?[$0]) }
    },
    OktaDemand(.idToken, "`amr` is a list, `name` and `preferred_username` are texts", "JS, Swift") {
      $0["payload"]?["amr"]?.arrayValue?.isEmpty == false && isText($0["payload"]?["name"]) && isText($0["payload"]?["preferred_username"])
    },
    OktaDemand(.accessToken, "`aud` is that of the API, `cid` and `uid` are texts, `scp` is a list", "the vendor's verifiers for APIs") {
      isText($0["api"]) && $0["payload"]?["aud"] == $0["api"] && isText($0["payload"]?["cid"]) && isText($0["payload"]?["uid"])
        && $0["payload"]?["scp"]?.arrayValue?.isEmpty == false
    },
  ]

  private static let headers: [OktaDemand] = [
    OktaDemand(
      .discovery,
      "`issuer`, `authorization_endpoint`, `token_endpoint`, `userinfo_endpoint`, `jwks_uri`, `revocation_endpoint`, "
        + "`introspection_endpoint` and `end_session_endpoint` are addresses", "JS, Swift"
    ) { discovery in
      [
        "issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "revocation_endpoint",
        "introspection_endpoint", "end_session_endpoint",
      ].allSatisfy { isAddress(discovery[$0]) }
    },
    OktaDemand(
      .discovery,
      "`response_types_supported`, `grant_types_supported`, `subject_types_supported`, `scopes_supported`, `claims_supported` and "
        + "`code_challenge_methods_supported` are lists", "Swift"
    ) { discovery in
      [
        "response_types_supported", "grant_types_supported", "subject_types_supported", "scopes_supported", "claims_supported",
        "code_challenge_methods_supported",
      ].allSatisfy { discovery[$0]?.arrayValue?.isEmpty == false }
    },
    OktaDemand(.discovery, "`id_token_signing_alg_values_supported` is `RS256`", "JS, Swift") {
      $0["id_token_signing_alg_values_supported"] == ["RS256"]
    },
    OktaDemand(.header, "`Content-Type` of a body is `application/ion+json; okta-version=1.0.0`", "JS, Swift") {
      $0["content-type"] == "application/ion+json; okta-version=1.0.0"
    },
    OktaDemand(.header, "`X-Rate-Limit-Limit`, `-Remaining` and `-Reset` are on every answer with status 429", "Swift") { headers in
      headers["status"] != 429
        || ["x-rate-limit-limit", "x-rate-limit-remaining", "x-rate-limit-reset"].allSatisfy { isText(headers[$0]) }
    },
    OktaDemand(.header, "`Date` is the time that tokens are dated with, and `X-Okta-Request-Id` is there", "Swift") {
      $0["of"] != "world" || (isText($0["date"]) && isText($0["x-okta-request-id"]))
    },
  ]
}
