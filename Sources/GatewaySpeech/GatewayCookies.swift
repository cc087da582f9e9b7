import Encodings
import JourneyMock

/// The cookies of the system, by what they are for.
enum GatewayCookie: CaseIterable {
  /// The authorization server's: who is signed in.
  case signOn
  /// The gateway's: which journey the browser is on.
  case journey
  /// The gateway's: what it asked the authorization server for.
  case request
  /// The token that every form repeats.
  case forgery
  /// That a person might be signed in, for the whole domain.
  case person, personSecure, lastSeen
  /// When a person signed out last, for the whole domain.
  case signedOut

  func name(in world: WorldState) -> String {
    switch self {
    case .signOn: "idx"
    case .journey: "GU_GATEWAY_STATE"
    case .request: "GU_oidc_auth_state"
    // Browsers hold the prefix to `Secure`, which only encrypted connections have.
    case .forgery: world.isSecure ? "__Host-_csrf" : "_csrf"
    case .person: "GU_U"
    case .personSecure: "SC_GU_U"
    case .lastSeen: "SC_GU_LA"
    case .signedOut: "GU_SO"
    }
  }

  /// The field that makes a browser keep a value, or forget it.
  ///
  /// - Parameters:
  ///   - value: `nil` to forget it.
  ///   - life: how long it is kept, in seconds; `nil` for as long as the browser runs.
  func header(_ value: String?, life: Int? = nil, in world: WorldState) -> HTTPFields.Field {
    var text = "\(name(in: world))=\(value ?? ""); Path=/"
    if let age = value == nil ? 0 : life { text += "; Max-Age=\(age)" }
    if isOfDomain, let domain = world.cookieDomain { text += "; Domain=\(domain)" }
    if isHidden { text += "; HttpOnly" }
    if world.isSecure { text += "; Secure" }
    return HTTPFields.Field("Set-Cookie", text + "; SameSite=Lax")
  }

  /// The value that a browser sends; `nil` for none.
  func value(in request: HTTPRequestMessage, _ world: WorldState) -> String? {
    request.cookie(name(in: world)).flatMap { $0.isEmpty ? nil : $0 }
  }

  private var isOfDomain: Bool {
    switch self {
    case .person, .personSecure, .lastSeen, .signedOut: true
    case .signOn, .journey, .request, .forgery: false
    }
  }

  private var isHidden: Bool {
    switch self {
    case .person, .signedOut: false
    case .signOn, .journey, .request, .forgery, .personSecure, .lastSeen: true
    }
  }
}

extension WorldState {
  /// The site's domain without its first label; `nil` for an address that has none.
  fileprivate var cookieDomain: String? {
    guard isSecure, let start = siteAddress.utf8.firstRange(of: "://".utf8) else { return nil }
    let host = siteAddress[start.upperBound...].prefix { $0 != ":" && $0 != "/" }
    let labels = host.split(separator: ".")
    return labels.count > 2 ? labels.dropFirst().joined(separator: ".") : nil
  }
}
