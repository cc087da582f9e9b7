import Encodings
import JourneyModel

/// A widget is `{id, path, type, label, labelHTML, visible, kind, …, extras}`, the members of its kind in between.
///
/// `path` is there where it has several parts; `visible` only where it is false.
extension Widget: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("id", id.text)
    if id.path.count != 1 {
      sink.name("path")
      sink.beginArray()
      for part in id.path { sink.text(part) }
      sink.endArray()
    }
    sink.member("type", typeName)
    RichText.write(label, as: "label", "labelHTML", to: &sink)
    if !isVisible {
      sink.name("visible")
      sink.bool(false)
    }
    kind.write(to: &sink)
    sink.members("extras", extras)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      id: try WidgetID(reader: reader),
      typeName: try reader.text("type"),
      label: try RichText(ifPresent: "label", "labelHTML", in: reader),
      isVisible: try reader.flag("visible", otherwise: true),
      kind: try WidgetKind(reader: reader),
      extras: try reader.members("extras"))
  }
}

extension WidgetID {
  init(reader: ObjectReader) throws(ModelCodingError) {
    let text = try reader.text("id")
    guard reader.has("path") else {
      self.init(text)
      return
    }
    self.init(path: try reader.texts("path"))
    guard self.text == text else {
      throw ModelCodingError(.wrongShape(expected: "a path that joined with dots is the id"), path: [.member("path")])
    }
  }
}
