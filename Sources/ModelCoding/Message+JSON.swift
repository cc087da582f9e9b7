import Encodings
import JourneyModel

/// A message is `{level, text, html, key, form, widget, links, extras}`.
///
/// Without `form` it is about the page, without `widget` the form.
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
    sink.list("links", links)
    sink.members("extras", extras)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      level: MessageLevel(word: try reader.text("level")), text: try RichText("text", "html", in: reader),
      key: try reader.text(ifPresent: "key"), scope: try Scope(reader: reader),
      links: try reader.list("links", MessageLink.init(json:)), extras: try reader.members("extras"))
  }
}

/// A link is `{form, label, url, extras}`; `form` is the id of the form that represents it, secrets of `url` are concealed.
extension MessageLink: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("form", form.rawValue)
    sink.member("label", ifPresent: label)
    sink.member("url", ifPresent: url.map { ConcealedURL.text(of: $0) })
    sink.members("extras", extras)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      form: FormID(try reader.text("form")), label: try reader.text(ifPresent: "label"), url: try reader.text(ifPresent: "url"),
      extras: try reader.members("extras"))
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
