import Encodings
import JourneyMock
import Testing

/// A test in another language: it knows a world by its routes only.
struct ControlClient {
  let world: World
  var showsSecrets = true

  init(_ world: World, showsSecrets: Bool = true) {
    self.world = world
    self.showsSecrets = showsSecrets
  }

  func response(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponseMessage {
    let request = HTTPRequestMessage(
      method: method, url: try WebURL("https://acme.test\(path)"), body: body.map { JSONWriter.write($0) } ?? [])
    return await world.control(request, showsSecrets: showsSecrets)
  }

  /// The body of an answer of this status; `null` for none.
  func ask(_ method: String, _ path: String, _ body: JSONValue? = nil, status: Int = 200) async throws -> JSONValue {
    let response = try await response(method, path, body)
    #expect(response.status == status, "\(method) \(path): \(String(decoding: response.body, as: UTF8.self))")
    return response.body.isEmpty ? .null : try JSONReader.read(response.body)
  }

  func does(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws {
    let response = try await response(method, path, body)
    #expect((200...204).contains(response.status), "\(method) \(path): \(String(decoding: response.body, as: UTF8.self))")
  }
}
