import Encodings

/// What a test lets a server say instead of what it would say: a body of its own, or one of the vendor's errors by its name.
struct FailureBody {
  static let members = ["body", "error"]

  static let schema: [JSONValue.Member] = [
    .init("body", ControlSchema.anything("The body: a text as it is, any other value as JSON.")),
    .init("error", ControlSchema.text("One of the vendor's errors, by its name, e.g. `invalid_grant` or `E0000009`.")),
  ]

  private let made: HTTPResponseMessage

  /// `nil` where the test says neither.
  init?(_ body: JSONValue, in world: WorldContents) throws(ControlRefusal) {
    if let name = body["error"] {
      guard body["body"] == nil else { throw ControlRefusal("'body' and 'error' exclude each other") }
      guard let name = name.stringValue else { throw ControlRefusal("'error' is a name") }
      let known = NamedFailure.oauth + (world.dialogues.first?.failures ?? [])
      guard let failure = known.last(where: { $0.name == name }) else {
        throw .unknown(name, "error", among: known.map(\.name), status: 400)
      }
      made = failure.response
    } else if let value = body["body"] {
      made = value.stringValue.map { .text($0, status: 200) } ?? .json(value)
    } else {
      return nil
    }
  }

  /// The answer; with the error's own status where `status` is `nil`.
  func message(status: Int?) -> HTTPResponseMessage {
    var message = made
    message.status = status ?? made.status
    return message
  }
}
