package import Encodings
package import JourneyModel

/// A driver's error is `{kind, message, exchanges}`; what was learned on the way is never written.
extension DriverError: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("kind", kind.rawValue)
    sink.member("message", message)
    sink.list("exchanges", exchanges)
    sink.endObject()
  }

  package init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      try reader.word("kind", as: Kind.self), try reader.text("message"),
      exchanges: try reader.list("exchanges", Exchange.init(json:)))
  }
}
