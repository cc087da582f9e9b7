package import Encodings
package import JourneyModel

/// What a token endpoint answers with success (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3).
package struct TokenResponse: Sendable, Hashable {
  package var accessToken: Secret
  package var idToken: Secret?
  package var refreshToken: Secret?
  package var tokenType: String?
  /// Seconds, as spelled.
  package var expiresIn: String?
  package var scope: String?
  /// What is wrong with the first member that has no value of its kind; `nil` if each is missing or readable.
  package private(set) var formCheck: TokenCheck?

  /// Members of the answer that must not be seen.
  package static let concealedMembers: Set<String> = [
    "access_token", "id_token", "refresh_token", "device_secret", "accessToken", "idToken", "refreshToken", "deviceSecret",
  ]
}

/// What a token endpoint said.
package enum TokenAnswer: Sendable, Hashable {
  case tokens(TokenResponse)
  case refused(OAuthErrorResponse)
  /// Neither; with what it was, in a sentence.
  case unreadable(String)

  /// Reads the answer by its status and body.
  package init(_ answer: HTTPResponseMessage) {
    let json: JSONValue
    do {
      json = try JSONReader.readUnambiguous(answer.body)
    } catch {
      self = .unreadable("status \(answer.status) and a body that is \(error.finding)")
      return
    }
    if (300..<400).contains(answer.status) {
      // Apps follow it to another answer, so nothing that its body says is what they get.
      self = .unreadable("a redirect (status \(answer.status))")
    } else if let refusal = OAuthErrorResponse(json) {
      self =
        TokenResponse.isPart(of: json)
        ? .unreadable("status \(answer.status), tokens and the error '\(refusal.error)'") : .refused(refusal)
    } else if let error = json["error"], !error.isNull, TokenResponse.isPart(of: json) {
      self = .unreadable("status \(answer.status), tokens and an 'error' that names no error")
    } else if let name = json.memberOfError, TokenResponse.isPart(of: json) {
      self = .unreadable("status \(answer.status), tokens and '\(name)'")
    } else if answer.status == 200, let tokens = TokenResponse(json) {
      self = .tokens(tokens)
    } else if answer.status == 200 {
      self = .unreadable("status 200 without 'access_token'")
    } else {
      self = .unreadable("status \(answer.status) without 'error'")
    }
  }
}

extension TokenAnswer {
  /// The errors by which a server refuses a grant itself: a code or a refresh token that is used up, or does not fit what is sent
  /// in addition to it (RFC 6749 section 5.2, RFC 7636 section 4.6).
  private static let refusalsOfGrant: Set<String> = ["invalid_grant", "invalid_request"]

  /// Why this is not a refusal of a grant that a server must refuse; `nil` if it is one.
  ///
  /// - Parameter acceptance: what is wrong where the server gave tokens, in a sentence.
  package func problem(ofProbe acceptance: String) -> String? {
    switch self {
    case .tokens: acceptance
    case .refused(let refusal) where Self.refusalsOfGrant.contains(refusal.error): nil
    case .refused(let refusal): "the server answered with '\(refusal.error)', which is not a refusal of the grant"
    case .unreadable(let what): "the server answered with \(what), which is not an OAuth error"
    }
  }
}

extension TokenResponse {
  fileprivate init?(_ json: JSONValue) {
    guard let access = json["access_token"]?.stringValue, !access.isEmpty else { return nil }
    accessToken = Secret(access, name: "access token")
    idToken = json["id_token"]?.stringValue.map { Secret($0, name: "ID token") }
    refreshToken = json["refresh_token"]?.stringValue.map { Secret($0, name: "refresh token") }
    tokenType = json["token_type"]?.stringValue
    scope = json["scope"]?.stringValue
    switch json["expires_in"] {
    case .number(let spelling): expiresIn = spelling
    case .string(let text): expiresIn = Int(text).map(String.init)
    case .none, .null, .bool, .array, .object: expiresIn = nil
    }
    formCheck =
      Self.textFormCheck("token_type", json["token_type"]) ?? Self.lifetimeFormCheck(json["expires_in"])
      ?? Self.textFormCheck("scope", json["scope"]) ?? Self.textFormCheck("id_token", json["id_token"])
      ?? Self.textFormCheck("refresh_token", json["refresh_token"])
      ?? (json["refresh_token"]?.stringValue == "" ? TokenCheck("refresh_token", problem: "'refresh_token' is empty") : nil)
  }

  /// Whether a body has a token, or something in the place of one, at any depth.
  fileprivate static func isPart(of json: JSONValue) -> Bool {
    switch json {
    case .object(let members): members.contains { isToken($0.name) && !$0.value.isNull || isPart(of: $0.value) }
    case .array(let elements): elements.contains(where: isPart)
    case .null, .bool, .number, .string: false
    }
  }

  private static func isToken(_ name: String) -> Bool {
    ["accesstoken", "idtoken", "refreshtoken", "devicesecret"].contains(name.asciiLowercased.filter { $0 != "_" })
  }

  private static func textFormCheck(_ name: String, _ json: JSONValue?) -> TokenCheck? {
    switch json {
    case .none, .null, .string: nil
    case .bool, .number, .array, .object: TokenCheck(name, problem: "'\(name)' is not a text")
    }
  }

  private static func lifetimeFormCheck(_ json: JSONValue?) -> TokenCheck? {
    switch json {
    case .none, .null, .number: return nil
    case .string(let text) where Double(text)?.isFinite == true: return nil
    case .string, .bool, .array, .object: return TokenCheck("expires_in", problem: "'expires_in' is not a number")
    }
  }

  /// That a client cannot use its kind of access token (RFC 6749 section 7.1); `nil` if it can, or if the response does not name the kind.
  var typeCheck: TokenCheck? {
    guard let tokenType, !tokenType.equalsIgnoringASCIICase("Bearer") else { return nil }
    return TokenCheck("token_type", problem: "the access token is of type '\(tokenType)'; the app uses 'Bearer'")
  }

  /// That the access token cannot be used any more when it arrives; `nil` if it can, or if the response does not name its lifetime.
  var lifetimeCheck: TokenCheck? {
    guard let expiresIn, let seconds = Double(expiresIn), seconds <= 0 else { return nil }
    return TokenCheck("expires_in", problem: "the access token is of no use when it arrives: 'expires_in' is \(expiresIn)")
  }

  /// The tokens as secrets, for the list of what must not be seen.
  package var secrets: [Secret] { [accessToken, idToken, refreshToken].compactMap { $0 } }
}

/// The members of a body that hold an OAuth error, each by its first name that is there.
package struct OAuthErrorMembers: Sendable, Hashable {
  /// A dialect may have names of its own behind the standard's.
  package var error = ["error"]
  package var description = ["error_description"]

  package init() {}
}

extension OAuthErrorResponse {
  /// The OAuth error in a JSON body (RFC 6749 section 5.2); `nil` if there is none.
  package init?(_ json: JSONValue, members: OAuthErrorMembers = OAuthErrorMembers()) {
    func text(_ names: [String]) -> String? { names.lazy.compactMap { json[$0]?.stringValue }.first }
    guard let error = text(members.error), !error.isEmpty else { return nil }
    self.init(error: error, description: text(members.description))
  }
}

extension JSONValue {
  /// The first member that says that something failed, as servers name it; `nil` for none.
  package var memberOfError: String? {
    switch self {
    case .object(let members): members.first { Self.namesOfErrors.contains($0.name.asciiLowercased) && $0.value.saysSomething }?.name
    case .array(let elements): elements.lazy.compactMap(\.memberOfError).first
    case .null, .bool, .number, .string: nil
    }
  }

  private static let namesOfErrors: Set<String> = [
    "error", "errors", "errorcode", "errorkey", "errorsummary", "error_code", "error_description",
  ]

  /// Whether it is more than an empty value.
  private var saysSomething: Bool {
    switch self {
    case .null, .bool(false): false
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    case .bool(true), .number: true
    }
  }
}
