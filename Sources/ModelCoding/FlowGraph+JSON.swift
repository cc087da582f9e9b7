package import Encodings
package import JourneyModel

/// A flow is `{start, states: [{id, screen, edges: [{id, form, target}]}]}`.
extension FlowGraph: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("start", start)
    sink.list("states", states)
    sink.endObject()
  }

  package init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(start: try reader.text("start"), states: try reader.list("states", State.init(json:)))
  }
}

extension FlowGraph.State: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("id", id)
    sink.member("screen", ifPresent: screen)
    sink.list("edges", edges)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      id: try reader.text("id"), screen: try reader.text(ifPresent: "screen"),
      edges: try reader.list("edges", FlowGraph.Edge.init(json:)))
  }
}

extension FlowGraph.Edge: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("id", id)
    sink.member("form", form.rawValue)
    sink.member("target", target)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(id: try reader.text("id"), form: FormID(try reader.text("form")), target: try reader.text("target"))
  }
}
