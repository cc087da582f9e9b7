import Encodings
import JourneyModel

/// Reads the members of one JSON object; what is missing counts as empty unless a function's description differs.
///
/// Unknown members are ignored, so that what a newer version wrote can be read.
struct ObjectReader {
  private let object: JSONValue

  init(_ json: JSONValue) throws(ModelCodingError) {
    guard case .object = json else { throw json.isNot("a map") }
    object = json
  }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// Reads a member that has to be there.
  func member<Model>(
    _ name: String, _ read: (JSONValue) throws(ModelCodingError) -> Model
  ) throws(ModelCodingError) -> Model {
    guard let json = object[name] else { throw ModelCodingError(.missing, path: [.member(name)]) }
    do { return try read(json) } catch { throw error.inside(.member(name)) }
  }

  /// Reads a member that may be missing.
  func member<Model>(
    ifPresent name: String, _ read: (JSONValue) throws(ModelCodingError) -> Model
  ) throws(ModelCodingError) -> Model? {
    has(name) ? try member(name, read) : nil
  }

  func list<Model>(
    _ name: String, _ read: (JSONValue) throws(ModelCodingError) -> Model
  ) throws(ModelCodingError) -> [Model] {
    try member(ifPresent: name) { json throws(ModelCodingError) in try json.elements(read) } ?? []
  }

  func text(_ name: String) throws(ModelCodingError) -> String {
    try member(name) { json throws(ModelCodingError) in try json.text() }
  }

  func text(ifPresent name: String) throws(ModelCodingError) -> String? {
    try member(ifPresent: name) { json throws(ModelCodingError) in try json.text() }
  }

  func texts(_ name: String) throws(ModelCodingError) -> [String] {
    try list(name) { json throws(ModelCodingError) in try json.text() }
  }

  func flag(_ name: String, otherwise: Bool = false) throws(ModelCodingError) -> Bool {
    try member(ifPresent: name) { json throws(ModelCodingError) in
      guard let flag = json.boolValue else { throw json.isNot("true or false") }
      return flag
    } ?? otherwise
  }

  func integer(_ name: String) throws(ModelCodingError) -> Int {
    try member(name) { json throws(ModelCodingError) in
      guard let number = json.intValue else { throw json.isNot("a whole number") }
      return number
    }
  }

  func seconds(_ name: String) throws(ModelCodingError) -> Duration {
    try member(name) { json throws(ModelCodingError) in
      guard case .number(let spelling) = json, let duration = DurationSpelling.duration(ofSeconds: spelling) else {
        throw json.isNot("a possible number of seconds")
      }
      return duration
    }
  }

  func value(_ name: String) throws(ModelCodingError) -> Value {
    try member(name) { json throws(ModelCodingError) in Value(verbatim: json) }
  }

  /// The members of a member that is an object, repeated names included.
  func members(_ name: String) throws(ModelCodingError) -> [Value.Member] {
    try member(ifPresent: name) { json throws(ModelCodingError) in
      guard case .map(let members) = Value(verbatim: json) else { throw json.isNot("a map") }
      return members
    } ?? []
  }

  /// One of an enum's words.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Word.Type
  ) throws(ModelCodingError) -> Word {
    try member(name) { json throws(ModelCodingError) in
      let text = try json.text()
      guard let word = Word(rawValue: text) else {
        throw ModelCodingError(.unknownWord(text, possible: Word.allCases.map(\.rawValue)))
      }
      return word
    }
  }
}

extension JSONValue {
  func text() throws(ModelCodingError) -> String {
    guard case .string(let text) = self else { throw isNot("a text") }
    return text
  }

  /// Every element of an array, read; an error names the element.
  func elements<Model>(_ read: (JSONValue) throws(ModelCodingError) -> Model) throws(ModelCodingError) -> [Model] {
    guard case .array(let elements) = self else { throw isNot("a list") }
    var models: [Model] = []
    models.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do { models.append(try read(element)) } catch { throw error.inside(.index(index)) }
    }
    return models
  }

  func isNot(_ expected: String) -> ModelCodingError {
    ModelCodingError(.wrongKind(found: JourneyModel.Value(verbatim: self).kindName, expected: expected))
  }
}

extension Value {
  /// The same value with repeated names kept, so that what was written comes back whole.
  init(verbatim json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let spelling): self = .number(spelling)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map { Value(verbatim: $0) })
    case .object(let members): self = .map(members.map { Member($0.name, Value(verbatim: $0.value)) })
    }
  }
}
