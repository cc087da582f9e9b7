import Encodings
import JourneyModel

/// A layout is `{vertical: […]}`, `{horizontal: […]}`, `{form, widget}` or `{unknown: <as sent>}`.
extension Layout: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    switch self {
    case .vertical(let items):
      sink.name("vertical")
      sink.array(items)
    case .horizontal(let items):
      sink.name("horizontal")
      sink.array(items)
    case .widget(let place):
      sink.member("form", place.form.rawValue)
      sink.member("widget", place.widget.text)
    case .unknown(let sent): sink.member("unknown", sent)
    }
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    if reader.has("vertical") {
      self = .vertical(try reader.list("vertical", Layout.init(json:)))
    } else if reader.has("horizontal") {
      self = .horizontal(try reader.list("horizontal", Layout.init(json:)))
    } else if reader.has("widget") {
      self = .widget(PlacedWidgetID(form: FormID(try reader.text("form")), widget: WidgetID(try reader.text("widget"))))
    } else if reader.has("unknown") {
      self = .unknown(try reader.value("unknown"))
    } else {
      throw ModelCodingError(.wrongShape(expected: "a map with 'vertical', 'horizontal', 'widget' or 'unknown'"))
    }
  }
}
