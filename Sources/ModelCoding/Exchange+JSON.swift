package import Encodings
package import JourneyModel

/// An exchange is `{purpose, method, url, requestHeaders, requestBody, response, duration}`, the duration in seconds.
///
/// Headers, and the fields of a form, are lists of `{name, value}`, as both may repeat a name.
extension Exchange: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("purpose", purpose)
    sink.member("method", method)
    sink.member("url", url)
    sink.list("requestHeaders", requestHeaders)
    requestBody.write(as: "requestBody", to: &sink)
    if let response {
      sink.name("response")
      response.write(to: &sink)
    }
    sink.member("duration", seconds: duration)
    sink.endObject()
  }

  package init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      purpose: try reader.text("purpose"),
      method: try reader.text("method"),
      url: try reader.text("url"),
      requestHeaders: try reader.list("requestHeaders", Header.init(json:)),
      requestBody: try reader.member(ifPresent: "requestBody", Body.init(json:)) ?? .none,
      response: try reader.member(ifPresent: "response", Answered.init(json:)),
      duration: try reader.seconds("duration"))
  }
}

extension Exchange.Header: ModelWritable {
  func write(to sink: inout some ModelSink) { Value.Member(name, value).write(to: &sink) }

  init(json: JSONValue) throws(ModelCodingError) {
    let member = try Value.Member(json: json)
    self.init(member.name, member.value)
  }
}

extension Value.Member: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("name", name)
    sink.member("value", value)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(try reader.text("name"), try reader.value("value"))
  }
}

/// What was sent is `{form: […]}`, `{json: …}` or `{text}`; left out where nothing was.
extension Exchange.Body {
  fileprivate func write(as name: StaticString, to sink: inout some ModelSink) {
    if case .none = self { return }
    sink.name(name)
    sink.beginObject()
    switch self {
    case .none: break
    case .form(let fields):
      sink.name("form")
      sink.array(fields)
    case .json(let value): sink.member("json", value)
    case .text(let text): sink.member("text", text)
    }
    sink.endObject()
  }

  fileprivate init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    if reader.has("form") {
      self = .form(try reader.list("form", Value.Member.init(json:)))
    } else if reader.has("json") {
      self = .json(try reader.value("json"))
    } else if reader.has("text") {
      self = .text(try reader.text("text"))
    } else {
      throw ModelCodingError(.wrongShape(expected: "a map with 'form', 'json' or 'text'"))
    }
  }
}

/// What was answered is `{status, headers, body, cookies}`; `body` is a text, concealed and cut, which stays so when read back.
extension Exchange.Answered: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("status", status)
    sink.list("headers", headers)
    if !body.isEmpty { sink.member("body", concealedBody()) }
    sink.list("cookies", cookies)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      status: try reader.integer("status"),
      headers: try reader.list("headers", Exchange.Header.init(json:)),
      body: Array((try reader.text(ifPresent: "body") ?? "").utf8),
      cookies: try reader.list("cookies", ReceivedCookie.init(json:)))
  }
}

/// A cookie is `{name, attributes}`.
extension ReceivedCookie: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("name", name)
    sink.members("attributes", attributes)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(name: try reader.text("name"), attributes: try reader.members("attributes"))
  }
}
