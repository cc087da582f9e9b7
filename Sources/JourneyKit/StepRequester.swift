import Encodings
import JourneyClient
import JourneyModel
import JourneyRunner
import ModelCoding

/// Sends what `request` steps say, to the tenant's own origins only; an address that begins with `/` is below its issuer.
struct StepRequester: HTTPRequester {
  let issuer: WebURL
  let transport: any HTTPTransport
  let allowed: AllowedOrigins
  let now: @Sendable () async -> Instant

  func send(_ call: HTTPCall) async throws(DriverError) -> Exchange {
    let text =
      switch call.url {
      case .text(let text): text
      case .secret(let secret): secret.concealed
      case .null, .bool, .number, .list, .map: ""
      }
    let url: WebURL
    do { url = try WebURL(text.utf8.first == UInt8(ascii: "/") ? Self.base(issuer) + text : text) } catch {
      throw DriverError(.impossible, "the address of the request cannot be read: \(error)")
    }
    var browserCall = BrowserCall("request", method: call.method, url: url, body: body(call.body))
    browserCall.headers = call.headers.map { Exchange.Header($0.name, $0.value) }
    if case .json = call.body { browserCall.headers.append(Exchange.Header("Content-Type", "application/json")) }
    if case .form = call.body { browserCall.headers.append(Exchange.Header("Content-Type", .text(FormURLEncoding.mediaType))) }
    var browser = Browser(transport: transport, allowed: allowed, now: now)
    _ = try await browser.send(browserCall)
    guard let exchange = browser.takeRecord().exchanges.last else {
      throw DriverError(.impossible, "the request was not made")
    }
    return exchange
  }

  /// The issuer's address without a slash at its end.
  private static func base(_ issuer: WebURL) -> String {
    let text = issuer.description
    return text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text
  }

  private func body(_ body: HTTPCall.Body) -> Exchange.Body {
    switch body {
    case .none: .none
    case .json(let value): .json(value)
    case .form(let members): .form(members)
    case .text(.text(let text)): .text(text)
    case .text(let value): .json(value)
    }
  }
}

/// Runs no command at all: what a project gets without a policy that allows them.
struct NoCommands: CommandRunner {
  func run(_ arguments: [Value]) async throws(DriverError) -> CommandResult {
    throw DriverError(.forbidden, "commands are not allowed here")
  }
}
