import Encodings

/// A request of a test.
struct ControlCall: Sendable {
  let request: HTTPRequestMessage
  /// What the path says for the names in the route's.
  let arguments: [String: String]
  /// Whether the caller may see passwords and tokens.
  let showsSecrets: Bool

  /// The text for a name in the path.
  func argument(_ name: String) -> String { arguments[name] ?? "" }

  func query(_ name: String) -> String? { request.url.queryValue(name) }

  /// A whole number of the query from 0 on; `nil` if it is not there.
  func number(_ name: String) throws(ControlRefusal) -> Int? {
    guard let text = query(name) else { return nil }
    guard let number = Int(text), number >= 0 else { throw ControlRefusal("'\(name)' is a whole number, found '\(text)'") }
    return number
  }

  /// The members of the body; empty without a body.
  func members(_ known: [String]? = nil) throws(ControlRefusal) -> [JSONValue.Member] {
    guard !request.body.isEmpty else { return [] }
    let value: JSONValue
    do throws(JSONError) { value = try JSONReader.read(request.body, depthLimit: 16) } catch {
      throw ControlRefusal("the body is not JSON: \(error)")
    }
    guard let members = value.objectValue else { throw ControlRefusal("the body is not a JSON object") }
    var seen: Set<String> = []
    for member in members {
      if let known, !known.contains(member.name) { throw .unknown(member.name, "member", among: known, status: 400) }
      guard seen.insert(member.name).inserted else { throw ControlRefusal("'\(member.name)' is there twice") }
    }
    return members
  }
}
