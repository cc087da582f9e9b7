import Encodings
import JourneyClient
import JourneyModel
import JourneyRunner
import ModelCoding

/// Sends what `request` steps say, to the tenant's own origins and those that tenants.yaml names under `allow`.
///
/// An address that begins with `/` is below the issuer. What a walk learned is sent only to the tenant's own origins.
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
    browserCall.headers = own + call.headers.map { Exchange.Header($0.name, $0.value.bound(to: reach)) }
    if case .json = call.body { browserCall.headers.append(Exchange.Header("Content-Type", "application/json")) }
    if case .form = call.body { browserCall.headers.append(Exchange.Header("Content-Type", .text(FormURLEncoding.mediaType))) }
    var browser = Browser(transport: transport, allowed: allowed, now: now)
    _ = try await browser.send(browserCall)
    guard let exchange = browser.takeRecord().exchanges.last else {
      throw DriverError(.impossible, "the request was not made")
    }
    return exchange
  }

  /// An address that contains a secret reveals it to its server. The origin may contain it, so it is not shown.
  private func checkAddress(_ written: Value, _ url: WebURL) throws(DriverError) {
    guard let origin = url.origin else { return }
    for secret in written.bound(to: reach).secrets {
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
    case .json(let value): .json(value.bound(to: reach))
    case .form(let members): .form(members.map { Value.Member($0.name, $0.value.bound(to: reach)) })
    case .text(.text(let text)): .text(text)
    case .text(let value): .json(value.bound(to: reach))
    }
  }
}
