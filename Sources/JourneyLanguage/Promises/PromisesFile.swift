package import Diagnostics
internal import LocatedYAML

/// What promises.yaml says.
package struct PromisesFile: Sendable {
  /// In the order written.
  package var promises: [Promise]

  /// The file's name, next to tenants.yaml.
  package static let names = ["promises.yaml", "promises.yml"]

  /// Reads a file as it lies on disk; everything wrong with it is reported.
  package static func read(_ bytes: [UInt8], named name: String) -> (file: PromisesFile, diagnostics: [Diagnostic]) {
    var decoder = PromiseDecoder()
    let (file, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &decoder.diagnostics)
    let promises = decoder.promises(documents, file)
    return (PromisesFile(promises: promises), decoder.diagnostics.inOrder(of: file))
  }
}
