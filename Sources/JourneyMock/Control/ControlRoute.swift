import Encodings

/// A control route: how it is asked for, what it takes and answers, and what it does.
///
/// The table of routes is the one place where they are described: requests are answered from it, and the OpenAPI document is made of it.
struct ControlRoute: Sendable {
  /// What a request's query may say.
  struct Parameter: Sendable {
    var name: String
    var summary: String
    var schema: JSONValue
  }

  /// What a request's body holds.
  struct Body: Sendable {
    var schema: JSONValue
    var example: JSONValue
    var isRequired = true
  }

  /// One of the ways in which it is answered.
  struct Answer: Sendable {
    var status: Int
    var summary: String
    /// `nil` for an answer without a body.
    var schema: JSONValue?
  }

  var method: String
  /// What varies is in braces, e.g. `/__journey/accounts/{account}`.
  var path: String
  /// Unlike that of any other route.
  var id: String
  var summary: String
  var query: [Parameter] = []
  var body: Body?
  var answers: [Answer]
  /// The statuses with which it refuses.
  var refusals: [Int] = []
  var act: @Sendable (ControlCall, inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage

  /// The names in the path, in their order.
  var arguments: [String] {
    path.split(separator: "/").compactMap { $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : nil }
  }

  /// What a path says for the names in the route's; `nil` for a path that is another.
  func arguments(in path: String) -> [String: String]? {
    let (own, asked) = (self.path.split(separator: "/"), path.split(separator: "/"))
    guard own.count == asked.count else { return nil }
    var found: [String: String] = [:]
    for (part, text) in zip(own, asked) {
      if part.hasPrefix("{") {
        guard let value = PercentEncoding.decode(String(text)) else { return nil }
        found[String(part.dropFirst().dropLast())] = value
      } else if part != text {
        return nil
      }
    }
    return found
  }
}
