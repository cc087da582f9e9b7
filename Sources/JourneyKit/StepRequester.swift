import Encodings
import JourneyClient
import JourneyModel
import JourneyRunner
import ModelCoding

/// Sends what `request` steps say, to the tenant's own origins and those that tenants.yaml names under `allow`.
///
/// An address that begins with `/` is below the issuer. What a walk learned is sent only to the tenant's own origins, and a token that
/// another host gave, to that host too.
struct StepRequester: HTTPRequester {
  let issuer: WebURL
  let transport: any HTTPTransport
  let reach: SecretScope
  let allowed: AllowedOrigins
  let now: @Sendable () async -> Instant
  /// Sent with every request to the tenant, e.g. the world of a served mock, so that a step meets what the person meets.
  var headers: [Exchange.Header] = []

  func send(_ call: HTTPCall) async throws(DriverError) -> Exchange {
    let text =
      switch call.url {
      case .text(let text): text
      case .secret(let secret): secret.unsafeText
      case .null, .bool, .number, .list, .map: ""
      }
    let url: WebURL
    do { url = try WebURL(text.utf8.first == UInt8(ascii: "/") ? Self.base(issuer) + text : text) } catch {
      throw DriverError(.impossible, "the address of the request cannot be read: \(error)")
    }
    try checkAddress(call.url, url)
    var browserCall = BrowserCall("request", method: call.method, url: url, body: body(call.body))
    let own = url.origin == issuer.origin ? headers : []
    browserCall.headers = own + call.headers.map { Exchange.Header($0.name, bound($0.value)) }
    if case .json = call.body { browserCall.headers.append(Exchange.Header("Content-Type", "application/json")) }
    if case .form = call.body { browserCall.headers.append(Exchange.Header("Content-Type", .text(FormURLEncoding.mediaType))) }
    var browser = Browser(transport: transport, allowed: allowed, now: now)
    _ = try await browser.send(browserCall)
    guard var exchange = browser.takeRecord().exchanges.last else {
      throw DriverError(.impossible, "the request was not made")
    }
    exchange.response = exchange.response.map(\.hidingCredentials)
    return exchange
  }

  /// An address that contains a secret reveals it to its server. The origin may contain it, so it is not shown.
  private func checkAddress(_ written: Value, _ url: WebURL) throws(DriverError) {
    guard let origin = url.origin else { return }
    for secret in bound(written).secrets {
      do throws(SecretRefusal) { _ = try secret.reveal(to: origin) } catch {
        throw DriverError(.forbidden, "the request was not sent: the secret '\(error.secret)' may not go to the origin of its address")
      }
    }
  }

  /// The issuer's address without a slash at its end.
  private static func base(_ issuer: WebURL) -> String {
    let text = issuer.description
    return text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text
  }

  private func body(_ body: HTTPCall.Body) -> Exchange.Body {
    switch body {
    case .none: .none
    case .json(let value): .json(bound(value))
    case .form(let members): .form(members.map { Value.Member($0.name, bound($0.value)) })
    case .text(.text(let text)): .text(text)
    case .text(let value): .json(bound(value))
    }
  }

  private func bound(_ value: Value) -> Value {
    switch value {
    case .secret(let secret): .secret(bound(secret))
    case .list(let elements): .list(elements.map(bound))
    case .map(let members): .map(members.map { Value.Member($0.name, bound($0.value)) })
    case .null, .bool, .number, .text: value
    }
  }

  /// A credential that the scenario has in clear goes where the scenario sends it, and what another host gave goes back to it.
  private func bound(_ secret: Secret) -> Secret {
    let reachable = reach.own.union(reach.others)
    switch (secret.source, secret.origins) {
    case (.project, nil): return secret.going(to: reachable)
    case (.server, let givers?): return secret.going(to: givers.intersection(reachable).union(reach.own))
    case (.caller, _), (.project, _), (.account, _), (.server, nil), (.walk, _): return secret.bound(to: reach)
    }
  }
}

extension Secret {
  fileprivate func going(to origins: Set<Origin>) -> Secret {
    Secret(unsafeText, name: name, origins: origins, source: source, fields: fields)
  }
}

extension Exchange.Answered {
  /// The response with its tokens and passwords as those of a token response: headers as secrets, and the members that are not shown.
  fileprivate var hidingCredentials: Exchange.Answered {
    var answer = self
    answer.headers = headers.map { header in
      guard let text = header.value.text, !text.isEmpty, CredentialName.isHeader(header.name) else { return header }
      return Exchange.Header(header.name, .secret(Secret(text, name: header.name, source: .server)))
    }
    do throws(JSONError) {
      var names: Set<String> = []
      try JSONReader.read(body).addNamesOfCredentials(to: &names)
      answer.concealedMembers.formUnion(names)
    } catch {
      answer.concealedMembers.formUnion(CredentialName.membersOfForms)
    }
    return answer
  }
}

extension JSONValue {
  /// The names of members that have a credential, by their name or by what it looks like.
  fileprivate func addNamesOfCredentials(to names: inout Set<String>) {
    switch self {
    case .object(let members):
      for member in members {
        if CredentialName.isMember(member.name) ? member.value.isText : member.value.stringValue.map(Self.isCredential) == true {
          names.insert(member.name)
        } else {
          member.value.addNamesOfCredentials(to: &names)
        }
      }
    case .array(let elements): for element in elements { element.addNamesOfCredentials(to: &names) }
    case .null, .bool, .number, .string: break
    }
  }

  /// A text that is not empty, a number of as many digits as a password, a list of such, or an object with one as its value.
  private var isText: Bool {
    switch self {
    case .string(let text): !text.isEmpty
    case .number(let spelling): spelling.utf8.count >= Self.fewestDigits
    case .array(let elements): !elements.isEmpty && elements.allSatisfy(\.isText)
    case .object(let members): members.contains { CredentialName.isValue($0.name) && $0.value.isText }
    case .null, .bool: false
    }
  }

  /// A shorter number counts something, such as the tokens that are left.
  private static let fewestDigits = 6

  /// Whether a text is a token that anybody recognizes (JWT), the key of an authenticator app, or an address with a password.
  private static func isCredential(_ text: String) -> Bool {
    if text.hasPrefix("otpauth:") { return true }
    if text.hasPrefix("eyJ") { return text.utf8.count >= 40 && text.utf8.count { $0 == UInt8(ascii: ".") } >= 2 }
    guard let scheme = text.firstRange(of: "://") else { return false }
    let authority = text[scheme.upperBound...].prefix { !"/?# ".contains($0) }
    return authority.lastIndex(of: "@").map { authority[..<$0].contains(":") } ?? false
  }
}
