import Encodings
import JourneyModel

/// Makes hostile bodies of good ones, the same for the same seed.
struct BodyMutator {
  var generator: SeededGenerator

  /// The text of a body after one to four changes; now and then cut or with a byte changed.
  mutating func bytes(from body: JSONValue) -> [UInt8] {
    var body = body
    for _ in 0...Int.random(in: 0...3, using: &generator) { body = changed(body, depth: 0) }
    var bytes = JSONWriter.write(body)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
    case 1: if !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
    default: break
    }
    return bytes
  }

  mutating func flips() -> Bool { Bool.random(using: &generator) }

  /// Any answer, whatever the widget.
  var answer: AnswerValue {
    mutating get {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: .text("okta_email")
      case 1: .secret(Secret("x", name: "x"))
      case 2: .bool(true)
      case 3: .number("1")
      case 4: .list(["a"])
      case 5: .choice([Value.Member("key", "phone_number"), Value.Member("nth", 1)])
      case 6: .choice([Value.Member("option", 2), Value.Member("method", "sms")])
      case 7: .credential(.get, approves: true)
      default: .nothing
      }
    }
  }

  private mutating func changed(_ json: JSONValue, depth: Int) -> JSONValue {
    let stops = depth > 2 && Int.random(in: 0..<8, using: &generator) == 0
    switch json {
    case .object(var members) where !members.isEmpty && !stops:
      let place = Int.random(in: 0..<members.count, using: &generator)
      switch Int.random(in: 0..<24, using: &generator) {
      case 0: members.remove(at: place)
      case 1: members.append(members[place])
      case 2: members[place].name = name
      default: members[place].value = changed(members[place].value, depth: depth + 1)
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && !stops:
      let place = Int.random(in: 0..<elements.count, using: &generator)
      switch Int.random(in: 0..<24, using: &generator) {
      case 0: elements.remove(at: place)
      case 1: elements += Array(repeating: elements[place], count: 20)
      default: elements[place] = changed(elements[place], depth: depth + 1)
      }
      return .array(elements)
    case .null, .bool, .number, .string, .array, .object: return swapped(json)
    }
  }

  private var name: String {
    mutating get {
      ["name", "value", "form", "options", "href", "relatesTo", "messages", "", "a.b", "stateHandle"].randomElement(using: &generator) ?? ""
    }
  }

  /// Something of another type, or the value itself deep inside.
  private mutating func swapped(_ json: JSONValue) -> JSONValue {
    switch Int.random(in: 0..<11, using: &generator) {
    case 0: return .null
    case 1: return .bool(flips())
    case 2: return .number(["0", "-1", "1e999", "0.5", "9223372036854775808"].randomElement(using: &generator) ?? "0")
    case 3: return .string("")
    case 4: return .string(String(repeating: "x", count: 5_000))
    case 5: return .array([json, json])
    case 6: return .object([JSONValue.Member(name, json)])
    case 7: return .string("$.authenticators.value[\(Int.random(in: -2...99_999, using: &generator))]")
    case 8: return deep(json, "value")
    case 9: return deep(json, "form")
    default: return .array([])
    }
  }

  /// The value inside of many nested fields, or of fields in a field's value.
  private mutating func deep(_ json: JSONValue, _ member: String) -> JSONValue {
    var deep = json
    for _ in 0..<Int.random(in: 1...25, using: &generator) {
      let form: JSONValue = ["form": ["value": [deep]]]
      deep = member == "form" ? ["name": "n", "form": ["value": [deep]]] : ["name": "n", "value": form]
    }
    return deep
  }
}
