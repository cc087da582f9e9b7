package import Encodings
package import JourneyModel

/// A part of the model that can be written as JSON and read back; each type's shape is in its own file.
///
/// Empty lists, flags that do not hold and absent texts are left out. What must not be seen is written as `***` and
/// is read back as that text.
package protocol ModelCodable {
  /// The JSON tree; for the hot path there is `appendJSON`.
  var json: JSONValue { get }
  /// Appends the compact JSON text, the same bytes as the tree's, without building the tree.
  func appendJSON(to bytes: inout [UInt8])
  /// Reads what `json` gives; the error names the place in it.
  init(json: JSONValue) throws(ModelCodingError)
}

extension ModelCodable {
  /// The compact JSON text.
  package var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return bytes
  }
}

// Every type says this itself, and not a shared extension, so that the compiler makes one writer for each of them.

extension Screen: ModelCodable {
  package var json: JSONValue { TreeSink.tree { write(to: &$0) } }
  package func appendJSON(to bytes: inout [UInt8]) { JSONStreamWriter.append(to: &bytes) { write(to: &$0) } }
}

extension Exchange: ModelCodable {
  package var json: JSONValue { TreeSink.tree { write(to: &$0) } }
  package func appendJSON(to bytes: inout [UInt8]) { JSONStreamWriter.append(to: &bytes) { write(to: &$0) } }
}

extension Handover: ModelCodable {
  package var json: JSONValue { TreeSink.tree { write(to: &$0) } }
  package func appendJSON(to bytes: inout [UInt8]) { JSONStreamWriter.append(to: &bytes) { write(to: &$0) } }
}

extension JourneyEnd: ModelCodable {
  package var json: JSONValue { TreeSink.tree { write(to: &$0) } }
  package func appendJSON(to bytes: inout [UInt8]) { JSONStreamWriter.append(to: &bytes) { write(to: &$0) } }
}

extension DriverError: ModelCodable {
  package var json: JSONValue { TreeSink.tree { write(to: &$0) } }
  package func appendJSON(to bytes: inout [UInt8]) { JSONStreamWriter.append(to: &bytes) { write(to: &$0) } }
}

extension FlowGraph: ModelCodable {
  package var json: JSONValue { TreeSink.tree { write(to: &$0) } }
  package func appendJSON(to bytes: inout [UInt8]) { JSONStreamWriter.append(to: &bytes) { write(to: &$0) } }
}

extension Value: ModelCodable {
  package var json: JSONValue { JSONValue(self) }
  package func appendJSON(to bytes: inout [UInt8]) { JSONStreamWriter.append(to: &bytes) { write(to: &$0) } }
  package init(json: JSONValue) throws(ModelCodingError) { self.init(json) }
}
