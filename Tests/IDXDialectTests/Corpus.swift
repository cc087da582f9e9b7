import Encodings
import FoundationEssentials
import Testing

@testable import IDXDialect

/// The vendor's own bodies, which are no part of this project: `CORPUS_DIR` names the folder above `okta-idx`.
enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["CORPUS_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/okta-idx" }

  /// What its index says of a file.
  struct Entry: Sendable, CustomTestStringConvertible {
    let file: String
    let json: JSONValue

    var testDescription: String { file }
    var sequence: String? { json["sequence"]?.stringValue }
    var remediations: [JSONValue] { json["remediations"]?.arrayValue ?? [] }
  }

  /// Every file of the index; none where there is no corpus.
  static func entries() throws -> [Entry] {
    guard folder != nil else { return [] }
    let index = try JSONReader.read(bytes("index.json"))
    return (index["files"]?.arrayValue ?? []).compactMap { json in json["file"]?.stringValue.map { Entry(file: $0, json: json) } }
  }

  static func bytes(_ file: String) throws -> [UInt8] {
    let folder = try #require(folder)
    return Array(try #require(FileManager.default.contents(atPath: "\(folder)/\(file)"), "no file '\(file)'"))
  }

  static func response(_ file: String) throws -> IDXResponse? {
    IDXResponse(try JSONReader.read(bytes(file)))
  }
}
