import Encodings
import JourneyModel

/// A message is `{level, text, html, key, form, widget}`; without `form` it is about the page, without `widget` the form.
extension Message: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("level", level.text)
    RichText.write(text, as: "text", "html", to: &sink)
    sink.member("key", ifPresent: key)
    switch scope {
    case .page: break
    case .form(let form): sink.member("form", form.rawValue)
    case .widget(let form, let widget):
      sink.member("form", form.rawValue)
      sink.member("widget", widget.text)
    }
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      level: MessageLevel(word: try reader.text("level")), text: try RichText("text", "html", in: reader),
      key: try reader.text(ifPresent: "key"), scope: try Scope(reader: reader))
  }
}

extension Message.Scope {
  fileprivate init(reader: ObjectReader) throws(ModelCodingError) {
    guard let form = try reader.text(ifPresent: "form") else {
      guard !reader.has("widget") else { throw ModelCodingError(.missing, path: [.member("form")]) }
      self = .page
      return
    }
    guard let widget = try reader.text(ifPresent: "widget") else {
      self = .form(FormID(form))
      return
    }
    self = .widget(FormID(form), WidgetID(widget))
  }
}
