import Encodings
public import HTTPTypes
public import JourneyMock

/// No response comes, as a fault has it.
public struct NoResponse: Error, Sendable, Hashable {
  public let delivery: Delivery
}

extension World {
  /// The response of the world's tenant to a request, or of the control routes, in this process and without a socket.
  ///
  /// Throws where a fault ends the connection instead; how late a fault lets a response come is left to the caller.
  ///
  /// - Parameter request: of its address only path and query count.
  public func respond(
    to request: HTTPRequest, body: [UInt8] = []
  ) async throws -> (response: HTTPResponse, body: [UInt8]) {
    let target = PercentEncoding.encodeIllegal(request.path ?? "/")
    let headers = Encodings.HTTPFields(request.headerFields.map { .init($0.name.rawName, $0.value) })
    let message = HTTPRequestMessage(
      method: request.method.rawValue, url: try WebURL("http://localhost" + target), headers: headers, body: body)
    let answer = ControlTable.isControl(message.url.path) ? MockAnswer(control(message)) : self.answer(to: message)
    guard answer.delivery == .whole else { throw NoResponse(delivery: answer.delivery) }
    var fields = HTTPTypes.HTTPFields()
    for field in answer.message.headers {
      if let name = HTTPField.Name(field.name) { fields.append(HTTPField(name: name, value: field.value)) }
    }
    return (HTTPResponse(status: .init(code: answer.message.status), headerFields: fields), answer.message.body)
  }
}
