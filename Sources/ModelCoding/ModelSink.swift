import Encodings
import JourneyModel

/// What the model is written into: a tree or bytes. One description of each shape serves both.
///
/// Within an object every value is preceded by its name; calls that begin something are followed by the one that ends it.
protocol ModelSink {
  mutating func beginObject()
  mutating func endObject()
  mutating func beginArray()
  mutating func endArray()
  /// A member's name that needs no escaping.
  mutating func name(_ name: StaticString)
  mutating func name(_ name: String)
  mutating func text(_ text: String)
  mutating func bool(_ flag: Bool)
  /// A number as JSON spells it.
  mutating func number(_ spelling: String)
  mutating func null()
}

extension JSONStreamWriter: ModelSink {
  mutating func text(_ text: String) { value(text) }
  mutating func bool(_ flag: Bool) { value(flag) }
  mutating func number(_ spelling: String) { value(number: spelling) }
}

/// A part of the model that knows its JSON shape.
protocol ModelWritable {
  func write(to sink: inout some ModelSink)
}

extension ModelSink {
  mutating func member(_ name: StaticString, _ text: String) {
    self.name(name)
    self.text(text)
  }

  /// Left out where there is none.
  mutating func member(_ name: StaticString, ifPresent text: String?) {
    if let text { member(name, text) }
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    self.name(name)
    self.number(String(number))
  }

  mutating func member(_ name: StaticString, _ value: Value) {
    self.name(name)
    value.write(to: &self)
  }

  /// Written only where it holds.
  mutating func flag(_ name: StaticString, _ isSet: Bool) {
    guard isSet else { return }
    self.name(name)
    bool(true)
  }

  /// Left out where it is empty.
  mutating func list(_ name: StaticString, _ elements: [some ModelWritable]) {
    guard !elements.isEmpty else { return }
    self.name(name)
    array(elements)
  }

  /// Left out where it is empty.
  mutating func texts(_ name: StaticString, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    self.name(name)
    beginArray()
    for text in texts { self.text(text) }
    endArray()
  }

  /// An object with these members in their order; left out where it is empty.
  mutating func members(_ name: StaticString, _ members: [Value.Member]) {
    guard !members.isEmpty else { return }
    self.name(name)
    Value.write(members, to: &self)
  }

  /// Seconds, exact to the last digit.
  mutating func member(_ name: StaticString, seconds duration: Duration) {
    self.name(name)
    number(DurationSpelling.seconds(of: duration))
  }

  mutating func array(_ elements: [some ModelWritable]) {
    beginArray()
    for element in elements { element.write(to: &self) }
    endArray()
  }
}

extension Value: ModelWritable {
  func write(to sink: inout some ModelSink) {
    switch self {
    case .null: sink.null()
    case .bool(let flag): sink.bool(flag)
    case .number(let spelling): sink.number(spelling)
    case .text(let text): sink.text(text)
    case .secret(let secret): sink.text(secret.description)
    case .list(let elements): sink.array(elements)
    case .map(let members): Value.write(members, to: &sink)
    }
  }

  static func write(_ members: [Member], to sink: inout some ModelSink) {
    sink.beginObject()
    for member in members {
      sink.name(member.name)
      member.value.write(to: &sink)
    }
    sink.endObject()
  }
}
