import Encodings
import JourneyModel

/// The members that say what a widget is: `kind`, and what a widget of that kind holds.
///
/// `output {text, html}`, `entry {purpose, value, placeholder, readonly, required, autocomplete, inputMode, validator,
/// secret}`, `toggle {on, readonly, required}`, `choice {choices, several, selected, placeholder, readonly, required,
/// validator}`, `submitter`, `close`, `credential {ceremony, options}`, `unknown {sent}`.
extension WidgetKind {
  private enum Word: String, CaseIterable {
    case output, entry, toggle, choice, submitter, close, credential, unknown
  }

  private var word: Word {
    switch self {
    case .output: .output
    case .entry: .entry
    case .toggle: .toggle
    case .choice: .choice
    case .submitter: .submitter
    case .close: .close
    case .credential: .credential
    case .unknown: .unknown
    }
  }

  func write(to sink: inout some ModelSink) {
    sink.member("kind", word.rawValue)
    switch self {
    case .output(let text): RichText.write(text, as: "text", "html", to: &sink)
    case .entry(let entry): entry.writeMembers(to: &sink)
    case .toggle(let toggle): toggle.writeMembers(to: &sink)
    case .choice(let choices): choices.writeMembers(to: &sink)
    case .submitter, .close: break
    case .credential(let prompt):
      sink.member("ceremony", prompt.ceremony.rawValue)
      sink.member("options", prompt.options)
    case .unknown(let sent): sink.member("sent", sent)
    }
  }

  init(reader: ObjectReader) throws(ModelCodingError) {
    switch try reader.word("kind", as: Word.self) {
    case .output: self = .output(try RichText("text", "html", in: reader))
    case .entry: self = .entry(try Entry(reader: reader))
    case .toggle: self = .toggle(try Toggle(reader: reader))
    case .choice: self = .choice(try ChoiceList(reader: reader))
    case .submitter: self = .submitter
    case .close: self = .close
    case .credential:
      let ceremony = try reader.word("ceremony", as: CredentialPrompt.Ceremony.self)
      self = .credential(CredentialPrompt(ceremony: ceremony, options: try reader.value("options")))
    case .unknown: self = .unknown(try reader.value("sent"))
    }
  }
}

extension Entry {
  fileprivate func writeMembers(to sink: inout some ModelSink) {
    sink.member("purpose", purpose.rawValue)
    sink.member("value", ifPresent: hidesValue ? value.map { _ in concealedText } : value)
    sink.member("placeholder", ifPresent: placeholder)
    sink.flag("readonly", isReadOnly)
    sink.flag("required", isRequired)
    sink.member("autocomplete", ifPresent: autocomplete)
    sink.member("inputMode", ifPresent: inputMode)
    sink.members("validator", validator)
    sink.flag("secret", isSecret)
  }

  fileprivate init(reader: ObjectReader) throws(ModelCodingError) {
    self.init(
      purpose: try reader.word("purpose", as: Purpose.self), value: try reader.text(ifPresent: "value"),
      placeholder: try reader.text(ifPresent: "placeholder"), isReadOnly: try reader.flag("readonly"),
      isRequired: try reader.flag("required"), autocomplete: try reader.text(ifPresent: "autocomplete"),
      inputMode: try reader.text(ifPresent: "inputMode"), validator: try reader.members("validator"),
      isSecret: try reader.flag("secret"))
  }
}

extension Toggle {
  fileprivate func writeMembers(to sink: inout some ModelSink) {
    sink.flag("on", isOn)
    sink.flag("readonly", isReadOnly)
    sink.flag("required", isRequired)
  }

  fileprivate init(reader: ObjectReader) throws(ModelCodingError) {
    self.init(
      isOn: try reader.flag("on"), isReadOnly: try reader.flag("readonly"), isRequired: try reader.flag("required"))
  }
}

extension ChoiceList {
  fileprivate func writeMembers(to sink: inout some ModelSink) {
    sink.list("choices", choices)
    sink.flag("several", takesSeveral)
    sink.list("selected", selected)
    sink.member("placeholder", ifPresent: placeholder)
    sink.flag("readonly", isReadOnly)
    sink.flag("required", isRequired)
    sink.members("validator", validator)
  }

  fileprivate init(reader: ObjectReader) throws(ModelCodingError) {
    self.init(
      choices: try reader.list("choices", Choice.init(json:)), takesSeveral: try reader.flag("several"),
      selected: try reader.list("selected") { json throws(ModelCodingError) in Value(verbatim: json) },
      placeholder: try reader.text(ifPresent: "placeholder"), isReadOnly: try reader.flag("readonly"),
      isRequired: try reader.flag("required"), validator: try reader.members("validator"))
  }
}

/// A choice is `{value, label, labelHTML, group, facts, widgets, messages}`.
extension Choice: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("value", value)
    RichText.write(label, as: "label", "labelHTML", to: &sink)
    sink.member("group", ifPresent: group)
    sink.list("facts", facts)
    sink.list("widgets", widgets)
    sink.list("messages", messages)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      value: try reader.value("value"),
      label: try RichText(ifPresent: "label", "labelHTML", in: reader),
      group: try reader.text(ifPresent: "group"),
      facts: try reader.list("facts", Fact.init(json:)),
      widgets: try reader.list("widgets", Widget.init(json:)),
      messages: try reader.list("messages", Message.init(json:)))
  }
}
