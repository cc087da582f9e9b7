package import Encodings

/// One answer of a vendor's management API, as a folder keeps it.
package struct SourceAnswer: Sendable, Hashable {
  /// The path of its file below the folder; with the number of the line where a file has several.
  package var file: String
  /// The address that was asked, where the file says it.
  package var url: String?
  package var body: JSONValue

  package init(file: String, url: String? = nil, body: JSONValue) {
    self.file = file
    self.url = url
    self.body = body
  }

  /// The answers in a JSON value: the value itself, `{url, body}`, or a list of those.
  static func answers(in value: JSONValue, file: String) -> [SourceAnswer] {
    if let one = wrapped(value, file: file) { return [one] }
    if let items = value.arrayValue, !items.isEmpty {
      let answers = items.compactMap { wrapped($0, file: file) }
      if answers.count == items.count { return answers }
    }
    return [SourceAnswer(file: file, body: value)]
  }

  private static func wrapped(_ value: JSONValue, file: String) -> SourceAnswer? {
    guard let url = value["url"]?.stringValue, let body = value["body"] else { return nil }
    return SourceAnswer(file: file, url: url, body: body)
  }
}
