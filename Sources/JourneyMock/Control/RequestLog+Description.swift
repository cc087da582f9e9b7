import Encodings
import JourneyModel

extension RequestLog.Entry {
  /// The request and its answer as tests see them; secrets as the mask lets them be seen.
  func described(_ mask: SecretMask) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .integer(id)),
      .init("time", .string(DateText.rfc3339(millisecondsSinceEpoch: time.milliseconds))),
      .init("method", .string(request.method)), .init("url", .string(mask.address(request.url.requestTarget))),
      .init("headers", mask.headers(request.headers)), .init("bytes", .integer(requestBytes)),
      .init("edges", .array(edges.map { .string($0) })),
      .init("preflight", .bool(request.method == "OPTIONS" && request.headers["Access-Control-Request-Method"] != nil)),
    ]
    if let body = mask.body(request.body, type: request.headers["Content-Type"]) { members.append(.init("body", body)) }
    var answer: [JSONValue.Member] = [
      .init("status", .integer(response.status)), .init("headers", mask.headers(response.headers)),
      .init("bytes", .integer(responseBytes)),
    ]
    if let body = mask.body(response.body, type: response.headers["Content-Type"]) { answer.append(.init("body", body)) }
    members.append(.init("response", .object(answer)))
    return .object(members)
  }
}
