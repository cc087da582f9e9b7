import Encodings

/// Builds the JSON tree of what is written.
struct TreeSink: ModelSink {
  /// An array or object that is not ended yet.
  private enum Container {
    case array([JSONValue])
    case object([JSONValue.Member], name: String)
  }

  private var open: [Container] = []
  private var root: JSONValue = .null

  /// The tree of the one value that the closure writes.
  static func tree(_ write: (inout TreeSink) -> Void) -> JSONValue {
    var sink = TreeSink()
    write(&sink)
    return sink.root
  }

  mutating func beginObject() { open.append(.object([], name: "")) }
  mutating func endObject() { end() }
  mutating func beginArray() { open.append(.array([])) }
  mutating func endArray() { end() }

  mutating func name(_ name: StaticString) { self.name("\(name)") }

  mutating func name(_ name: String) {
    guard case .object(let members, _) = open.popLast() else { preconditionFailure("a name outside an object") }
    open.append(.object(members, name: name))
  }

  mutating func text(_ text: String) { add(.string(text)) }
  mutating func bool(_ flag: Bool) { add(.bool(flag)) }
  mutating func number(_ spelling: String) { add(.number(spelling)) }
  mutating func null() { add(.null) }

  private mutating func add(_ value: JSONValue) {
    switch open.popLast() {
    case .array(let elements): open.append(.array(elements + [value]))
    case .object(let members, let name): open.append(.object(members + [JSONValue.Member(name, value)], name: name))
    case nil: root = value
    }
  }

  private mutating func end() {
    switch open.popLast() {
    case .array(let elements): add(.array(elements))
    case .object(let members, _): add(.object(members))
    case nil: preconditionFailure("nothing to end")
    }
  }
}
