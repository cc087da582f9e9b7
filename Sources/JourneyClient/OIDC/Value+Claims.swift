import Encodings
import JourneyModel

extension Value {
  /// What a server's JSON says, e.g. the claims of a token, as a scenario matches it.
  ///
  /// Of members with the same name the last one counts, as for readers of JSON. `ModelCoding` has the same for stored models; this
  /// target may not import it.
  init(answered json: JSONValue) {
    switch json {
    case .object(let members):
      var names: Set<String> = []
      let last = members.reversed().filter { names.insert($0.name).inserted }
      self = .map(last.reversed().map { Member($0.name, Value(answered: $0.value)) })
    case .array(let elements): self = .list(elements.map(Value.init(answered:)))
    case .string(let text): self = .text(text)
    case .number(let spelling): self = .number(spelling)
    case .bool(let flag): self = .bool(flag)
    case .null: self = .null
    }
  }
}
