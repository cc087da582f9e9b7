import Encodings
import JourneyModel

/// A form is `{id, aliases, kind, every, url, label, labelHTML, authenticator, widgets, extras, unchecked}`.
///
/// `kind` is `input`, `action`, `poll` (with `every`, in seconds) or `navigation` (with `url`, its secrets concealed).
extension Form: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("id", id.rawValue)
    sink.texts("aliases", aliases.map(\.rawValue))
    kind.write(to: &sink)
    RichText.write(label, as: "label", "labelHTML", to: &sink)
    if let authenticator {
      sink.name("authenticator")
      authenticator.write(to: &sink)
    }
    sink.list("widgets", widgets)
    sink.members("extras", extras)
    sink.flag("unchecked", skipsChecks)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      id: FormID(try reader.text("id")),
      aliases: try reader.texts("aliases").map { FormID($0) },
      kind: try Kind(reader: reader),
      label: try RichText(ifPresent: "label", "labelHTML", in: reader),
      authenticator: try reader.member(ifPresent: "authenticator", Authenticator.init(json:)),
      widgets: try reader.list("widgets", Widget.init(json:)),
      extras: try reader.members("extras"),
      skipsChecks: try reader.flag("unchecked"))
  }
}

extension Form.Kind {
  /// The words that `kind` may be.
  private enum Word: String, CaseIterable {
    case input, action, poll, navigation
  }

  fileprivate func write(to sink: inout some ModelSink) {
    switch self {
    case .input: sink.member("kind", Word.input.rawValue)
    case .action: sink.member("kind", Word.action.rawValue)
    case .poll(let interval):
      sink.member("kind", Word.poll.rawValue)
      sink.member("every", seconds: interval)
    case .navigation(let url):
      sink.member("kind", Word.navigation.rawValue)
      sink.member("url", ConcealedURL.text(of: url))
    }
  }

  fileprivate init(reader: ObjectReader) throws(ModelCodingError) {
    switch try reader.word("kind", as: Word.self) {
    case .input: self = .input
    case .action: self = .action
    case .poll: self = .poll(every: try reader.seconds("every"))
    case .navigation: self = .navigation(try reader.text("url"))
    }
  }
}

/// An authenticator is `{key, type, label, methods, profile}`.
extension Authenticator: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("key", ifPresent: key)
    sink.member("type", type)
    sink.member("label", ifPresent: label)
    sink.texts("methods", methods)
    sink.members("profile", profile)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      key: try reader.text(ifPresent: "key"), type: try reader.text("type"), label: try reader.text(ifPresent: "label"),
      methods: try reader.texts("methods"), profile: try reader.members("profile"))
  }
}

/// A text is two members of what it belongs to: what is visible, and the markup where it was sent as markup.
extension RichText {
  static func write(
    _ text: RichText?, as name: StaticString, _ markupName: StaticString, to sink: inout some ModelSink
  ) {
    guard let text else { return }
    sink.member(name, text.visible)
    sink.member(markupName, ifPresent: text.html)
  }

  /// Missing where neither member is there.
  init?(ifPresent name: String, _ markupName: String, in reader: ObjectReader) throws(ModelCodingError) {
    guard reader.has(name) || reader.has(markupName) else { return nil }
    try self.init(name, markupName, in: reader)
  }

  init(_ name: String, _ markupName: String, in reader: ObjectReader) throws(ModelCodingError) {
    self.init(try reader.text(name), html: try reader.text(ifPresent: markupName))
  }
}
