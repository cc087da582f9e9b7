package import Encodings
package import JourneyModel

/// A screen is `{id, qualifiers, forms, messages, facts, layout, branding, page, behaviour}`; `id` is the whole id, qualifiers included.
extension Screen: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("id", id.text)
    sink.texts("qualifiers", id.qualifiers)
    sink.list("forms", forms)
    sink.list("messages", messages)
    sink.list("facts", facts)
    if let layout {
      sink.name("layout")
      layout.write(to: &sink)
    }
    sink.members("branding", branding)
    if !pageText.isEmpty { sink.member("page", pageText.withConcealedAddresses) }
    sink.list("behaviour", behaviour)
    sink.endObject()
  }

  package init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      id: try ScreenID(reader: reader),
      forms: try reader.list("forms", Form.init(json:)),
      messages: try reader.list("messages", Message.init(json:)),
      facts: try reader.list("facts", Fact.init(json:)),
      layout: try reader.member(ifPresent: "layout", Layout.init(json:)),
      branding: try reader.members("branding"),
      pageText: try reader.text(ifPresent: "page") ?? "")
    behaviour = try reader.list("behaviour", PageBehaviour.init(json:))
  }
}

extension ScreenID {
  init(reader: ObjectReader) throws(ModelCodingError) {
    let text = try reader.text("id")
    let qualifiers = try reader.texts("qualifiers")
    let suffix = qualifiers.map { "/" + $0 }.joined()
    guard text.utf8.count >= suffix.utf8.count, text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else {
      throw ModelCodingError(.wrongShape(expected: "an id that ends with its qualifiers"), path: [.member("id")])
    }
    self.init(String(decoding: text.utf8.dropLast(suffix.utf8.count), as: UTF8.self), qualifiers: qualifiers)
  }
}

/// A fact is `{name, value, volatile, secret}`; a secret one's value is `***`.
extension Fact: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("name", name)
    sink.member("value", isSecret ? .text(concealedText) : value.withConcealedAddress)
    sink.flag("volatile", isVolatile)
    sink.flag("secret", isSecret)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      try reader.text("name"), try reader.value("value"), isVolatile: try reader.flag("volatile"),
      isSecret: try reader.flag("secret"))
  }
}

/// What a page does is `{kind, of, method, target, parameters}`.
extension PageBehaviour: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("kind", kind.rawValue)
    sink.member("of", subject)
    sink.member("method", ifPresent: method)
    if !target.isEmpty { sink.member("target", target) }
    sink.members("parameters", parameters)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      try reader.word("kind", as: Kind.self), of: try reader.text("of"), method: try reader.text(ifPresent: "method"),
      target: try reader.text(ifPresent: "target") ?? "", parameters: try reader.members("parameters"))
  }
}

extension String {
  /// The text with each address in it without what identifies a session; what comes after the address stays.
  fileprivate var withConcealedAddresses: String {
    guard contains("://") else { return self }
    let words = split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\n" }
    return words.reduce(into: "") { text, word in
      text += word.contains("://") ? ConcealedURL.text(of: String(word)) : String(word)
      if word.endIndex < endIndex { text.append(self[word.endIndex]) }
    }
  }
}

extension Value {
  /// An address without what identifies a session; any other value as it is.
  fileprivate var withConcealedAddress: Value {
    guard let text, text.utf8.contains(UInt8(ascii: ":")), text.contains("://") else { return self }
    return .text(ConcealedURL.text(of: text))
  }
}

/// The replacement of everything that must not be seen.
let concealedText = "***"
