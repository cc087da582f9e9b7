import Encodings
import JourneyTestSupport

/// One way in which a server lies about an end, a token, a message or a screen.
struct Lie: Sendable {
  enum Dialect: String, Sendable, CaseIterable {
    case flow = "journey-flow"
    case engine = "okta-idx"
    case hosted

    /// What the numbers of its tenants begin with.
    var letter: String { String(rawValue.prefix(1)) }

    /// - Parameter tenant: the tenant's number, as `j12`.
    init(tenant: String) { self = Self.allCases.first { tenant.hasPrefix($0.letter) } ?? .hosted }

    /// Which apps it is walked as; one without a name where the dialect has only one.
    var apps: [String] { self == .flow ? ["web", "ios", "android", "flutter", "java"] : [""] }

    /// The issuer as its discovery document and its tokens spell it: the Android SDK of journey-flow expects the slash.
    func issuer(_ base: String) -> String { self == .flow ? base + "/" : base }
  }

  /// Which response lies.
  enum Station: Sendable {
    case start, first, answer, callback, token, refresh, discovery, keys, userinfo, revocation, logout
  }

  /// What the scenario expects after its screen.
  enum End: String, Sendable {
    case tokens = "  - finish:\n"
    case error = "  - error: access_denied\n"
    case logout = "  - finish:\n  - logout:\n"
    case refresh = "  - finish:\n  - refresh_tokens:\n"
    case refusal = "  - finish:\n  - refresh_tokens:\n    refused: invalid_grant\n"
    case userinfo = "  - finish:\n  - userinfo:\n"
    case revocation = "  - finish:\n  - revoke:\n"
  }

  typealias Change = @Sendable (inout HTTPResponseMessage, RSASigner) throws -> Void

  let name: String
  let station: Station
  var end = End.tokens
  /// Why a run passes as some app, in a sentence; `nil` where none may.
  var kept: String?
  /// The `max_age` that the journey starts with.
  var maxAge: Int?
  let change: Change

  init(_ name: String, _ station: Station, end: End = .tokens, kept: String? = nil, _ change: @escaping Change) {
    (self.name, self.station, self.end, self.kept, self.change) = (name, station, end, kept, change)
  }
}

// MARK: Kinds of lies

extension Lie {
  /// The same to an app that asks for a sign-in that is no older than an hour.
  var toMaxAge: Lie {
    var lie = self
    lie.maxAge = 3600
    return lie
  }

  /// The same to an app that asks for a new sign-in.
  var toNewSignIn: Lie {
    var lie = self
    lie.maxAge = 0
    return lie
  }

  /// Another text in the body.
  static func text(_ name: String, _ station: Station, end: End = .tokens, kept: String? = nil, _ old: String, _ new: String) -> Lie {
    Lie(name, station, end: end, kept: kept) { answer, _ in
      answer.body = Array(String(decoding: answer.body, as: UTF8.self).replacing(old, with: new).utf8)
    }
  }

  /// Another status of the same response.
  static func status(_ status: Int, _ station: Station, end: End = .tokens, kept: String? = nil) -> Lie {
    Lie("status \(status)", station, end: end, kept: kept) { answer, _ in answer.status = status }
  }

  /// Another response.
  static func answer(_ name: String, _ station: Station, end: End = .tokens, kept: String? = nil, status: Int = 200, _ body: String)
    -> Lie
  {
    Lie(name, station, end: end, kept: kept) { answer, _ in
      answer = HTTPResponseMessage(
        status, body.hasPrefix("<") ? "text/html" : "application/json", body, headers: ["Cache-Control": "no-store"])
    }
  }

  /// A member of the body's JSON: another value, or none.
  static func member(_ name: String, _ station: Station, end: End = .tokens, kept: String? = nil, _ member: String, _ value: JSONValue?)
    -> Lie
  {
    Lie(name, station, end: end, kept: kept) { answer, _ in
      var members = ForgedClaims(members: try JSONReader.read(answer.body).objectValue ?? [])
      members[member] = value
      answer.body = JSONWriter.write(.object(members.members))
    }
  }

  /// A member that the body has already, once more at its end.
  static func repeated(_ member: String, _ station: Station, end: End = .tokens, _ value: JSONValue) -> Lie {
    Lie("'\(member)' twice", station, end: end) { answer, _ in
      let members = try JSONReader.read(answer.body).objectValue ?? []
      answer.body = JSONWriter.write(.object(members + [JSONValue.Member(member, value)]))
    }
  }

  /// Where the server sends the app back to.
  static func address(
    _ name: String, _ station: Station = .callback, end: End = .tokens, kept: String? = nil,
    _ change: @escaping @Sendable (String) -> String
  ) -> Lie {
    Lie(name, station, end: end, kept: kept) { answer, _ in
      if let location = answer.headers["location"] {
        answer.headers["location"] = change(location)
      } else {
        answer.body = Array(change(String(decoding: answer.body, as: UTF8.self)).utf8)
      }
    }
  }

  /// An ID token with other claims, signed again.
  static func claim(
    _ name: String, at station: Station = .token, end: End = .tokens, kept: String? = nil, _ claim: String, _ value: JSONValue?
  ) -> Lie {
    token(name, at: station, end: end, kept: kept) { claims, signer in
      claims[claim] = value
      return try signer.token(claims.members)
    }
  }

  /// Another ID token, made of the claims of the honest one.
  static func token(
    _ name: String, at station: Station = .token, end: End = .tokens, kept: String? = nil,
    _ make: @escaping @Sendable (inout ForgedClaims, RSASigner) throws -> String
  ) -> Lie {
    Lie(name, station, end: end, kept: kept) { answer, signer in
      var members = ForgedClaims(members: try JSONReader.read(answer.body).objectValue ?? [])
      let parts = (members["id_token"]?.stringValue ?? "").split(separator: ".")
      var claims = ForgedClaims(members: try JSONReader.read(Base64URL.decode(String(parts[1])) ?? []).objectValue ?? [])
      members["id_token"] = .string(try make(&claims, signer))
      answer.body = JSONWriter.write(.object(members.members))
    }
  }
}
