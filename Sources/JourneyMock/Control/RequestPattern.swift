import Diagnostics
import Encodings

/// Which requests a test means: by method, path, query, headers and what is in the body.
struct RequestPattern: Sendable {
  static let members = ["method", "path", "query", "headers", "form", "json"]

  static let schema: [JSONValue.Member] = [
    .init("method", ControlSchema.text("A method, e.g. `POST`; any without it.")),
    .init("path", ControlSchema.text("The whole path, or with `*` at its end what it begins with; any without it.")),
    .init("query", ControlSchema.map("Parameters of the query, by name; others may be there.")),
    .init("headers", ControlSchema.map("Headers, by name; others may be there.")),
    .init("form", ControlSchema.map("Fields of a posted form, by name; others may be there.")),
    .init("json", ControlSchema.anything("What is in a JSON body; an object may have other members.")),
  ]

  private var method: String?
  private var path: String?
  private var query: [(name: String, value: String)] = []
  private var headers: [(name: String, value: String)] = []
  private var form: [(name: String, value: String)] = []
  private var json: JSONValue?

  init(_ body: JSONValue) throws(ControlRefusal) {
    method = body["method"]?.stringValue?.uppercased()
    path = body["path"]?.stringValue
    if let path, !path.hasPrefix("/"), path != "*" { throw ControlRefusal("'path' begins with a slash, found '\(path)'") }
    query = try Self.texts(body["query"], "query")
    headers = try Self.texts(body["headers"], "headers")
    form = try Self.texts(body["form"], "form")
    json = body["json"]
  }

  private static func texts(_ value: JSONValue?, _ name: String) throws(ControlRefusal) -> [(name: String, value: String)] {
    guard let value else { return [] }
    guard let members = value.objectValue else { throw ControlRefusal("'\(name)' is an object") }
    var texts: [(name: String, value: String)] = []
    for member in members {
      guard let text = member.value.plainText else { throw ControlRefusal("'\(member.name)' of '\(name)' is a text") }
      texts.append((member.name, text))
    }
    return texts
  }

  func fits(_ request: HTTPRequestMessage) -> Bool {
    if let method, request.method != method { return false }
    if let path, !Self.fits(path, request.url.path) { return false }
    guard query.allSatisfy({ request.url.queryValue($0.name) == $0.value }),
      headers.allSatisfy({ request.headers.values(of: $0.name).contains($0.value) })
    else { return false }
    if !form.isEmpty {
      let fields = FormURLEncoding.decode(request.body)
      guard form.allSatisfy({ wanted in fields.contains { $0.name == wanted.name && $0.value == wanted.value } }) else { return false }
    }
    guard let json else { return true }
    do throws(JSONError) {
      return try JSONReader.read(request.body, depthLimit: 32).has(json)
    } catch {
      return false
    }
  }

  private static func fits(_ pattern: String, _ path: String) -> Bool {
    pattern.hasSuffix("*") ? path.hasPrefix(pattern.dropLast()) : path == pattern
  }
}

extension JSONValue {
  /// Whether it is another value, or an object that has all of its members.
  fileprivate func has(_ part: JSONValue) -> Bool {
    guard case .object(let wanted) = part else { return self == part }
    return objectValue != nil && wanted.allSatisfy { member in self[member.name]?.has(member.value) ?? false }
  }
}
