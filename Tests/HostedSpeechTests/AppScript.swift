import Encodings
import FoundationEssentials
import JourneyMock
import Testing

/// A script of an app in a browser, as far as a mock sees it: requests as an SDK makes them, with the browser's cookies.
struct AppScript {
  let world: World
  let issuer: String
  var cookies: [String: String] = [:]
  /// The last response.
  var response = HTTPResponseMessage(status: 0)
  /// The headers `Set-Cookie` of every response.
  var setCookies: [String] = []

  init(_ world: World, issuer: String) {
    self.world = world
    self.issuer = issuer
  }

  /// The same browser, which a person used before.
  init(_ browser: TestBrowser) {
    self.init(browser.world, issuer: browser.issuer)
    cookies = browser.cookies
  }

  @discardableResult mutating func send(
    _ method: String = "GET", _ path: String, form: [QueryItem]? = nil, json: JSONValue? = nil, headers: HTTPFields = [:]
  ) async throws -> HTTPResponseMessage {
    var request = HTTPRequestMessage(method: method, url: try WebURL(path.hasPrefix("/") ? issuer + path : path), headers: headers)
    if !cookies.isEmpty {
      request.headers.append("Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
    }
    if let form {
      request.headers.append("Content-Type", FormURLEncoding.mediaType)
      request.body = Array(FormURLEncoding.encode(form).utf8)
    }
    if let json {
      request.headers.append("Content-Type", "application/json")
      request.body = JSONWriter.write(json)
    }
    response = await world.respond(to: request)
    for header in response.headers.values(of: "Set-Cookie") {
      setCookies.append(header)
      let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = String(pair[1])
    }
    return response
  }

  var text: String { String(decoding: response.body, as: UTF8.self) }

  var json: JSONValue { get throws { response.body.isEmpty ? .null : try JSONReader.read(response.body) } }

  /// The parameters of the address that the response has, as a text or in `Location`.
  var callback: [String: String] {
    get throws {
      let url = try WebURL(response.headers["Location"] ?? text)
      return Dictionary((url.queryItems + url.fragmentItems).map { ($0.name, $0.value) }) { first, _ in first }
    }
  }

  /// What the page's script sends to the page that framed or opened it.
  var message: [String: String] {
    get throws {
      let start = try #require(text.firstRange(of: "data-response=\""), "no message in \(text)")
      let encoded = String(text[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
      return Dictionary(FormURLEncoding.decode(encoded).map { ($0.name, $0.value) }) { first, _ in first }
    }
  }
}

extension JSONValue {
  /// The claims of a token that is this text.
  var claims: JSONValue {
    get throws {
      let parts = try #require(stringValue).split(separator: ".")
      return try JSONReader.read(try #require(Base64URL.decode(String(parts[1]))))
    }
  }
}
