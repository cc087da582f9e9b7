import Encodings
public import HTTPTypes
import JourneyClient
public import JourneyModel

/// What a driver of another package learns of the tenant that it walks, and how it sends requests.
public struct DriverContext: Sendable {
  private let site: DriverSite

  init(_ site: DriverSite) { self.site = site }

  /// Without a slash at its end.
  public var issuer: String { site.issuer.description }
  public var clientID: String { site.clientID }
  public var redirectURI: String { site.redirectURI.description }
  public var scopes: [String] { site.scopes }
  /// The app that the driver behaves as; `nil` for the dialect's first.
  public var app: String? { site.app }

  /// What the tenant's clock shows.
  public func now() async -> Instant { await site.now() }

  /// Sends a request to the tenant; a mock in process responds without a socket.
  ///
  /// Throws where no response comes.
  ///
  /// - Parameter request: of its address only path and query count; it is sent to the issuer.
  public func send(_ request: HTTPRequest, body: [UInt8] = []) async throws(DriverError) -> (response: HTTPResponse, body: [UInt8]) {
    try await site.transport.exchange(request, body: body, below: site.issuer.description)
  }
}

extension RegisteredDialect {
  /// A dialect of another package, for live tenants and for mocks that are served elsewhere.
  ///
  /// - Parameters:
  ///   - description: what scenarios of the dialect may say.
  ///   - driver: makes the driver of one walk.
  public init(_ description: DialectDescription, driver: @escaping @Sendable (DriverContext) -> any JourneyDriver) {
    self.init(description, speech: nil) { site in driver(DriverContext(site)) }
  }
}

extension HTTPTransport {
  /// Sends a request of swift-http-types to an address below another one.
  func exchange(
    _ request: HTTPRequest, body: [UInt8], below address: String
  ) async throws(DriverError) -> (response: HTTPResponse, body: [UInt8]) {
    let address = address + (request.path ?? "/")
    let url: WebURL
    do throws(WebURLError) { url = try WebURL(address) } catch {
      throw DriverError(.impossible, "'\(address)' is not an address: \(error)")
    }
    let headers = Encodings.HTTPFields(request.headerFields.map { .init($0.name.rawName, $0.value) })
    let message = HTTPRequestMessage(method: request.method.rawValue, url: url, headers: headers, body: body)
    let answer: HTTPResponseMessage
    do throws(TransportError) { answer = try await send(message) } catch { throw DriverError(error.kind, error.reason) }
    var fields = HTTPTypes.HTTPFields()
    for field in answer.headers {
      if let name = HTTPField.Name(field.name) { fields.append(HTTPField(name: name, value: field.value)) }
    }
    return (HTTPResponse(status: .init(code: answer.status), headerFields: fields), answer.body)
  }
}
