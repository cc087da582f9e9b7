package import Encodings

/// One answer of a vendor's management API, as a folder keeps it.
package struct SourceAnswer: Sendable, Hashable {
  /// One of the pages of a list whose number of pages is known.
  package struct Page: Sendable, Hashable {
    /// From 1.
    package var number: Int
    /// How many pages the list has.
    package var count: Int

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// The path of its file below the folder; with the number of the line where a file has several.
  package var file: String
  /// The address that was asked, where the file says it.
  package var url: String?
  /// `nil` where it is not known whether the list has further pages.
  package var page: Page?
  /// Why the answer is missing, lower case and without a full stop; `nil` where it is there.
  package var missing: String?
  /// Without secrets, whatever it is set to.
  package var body: JSONValue { didSet { body = SourceSecrets.removed(from: body) } }

  package init(file: String, url: String? = nil, page: Page? = nil, missing: String? = nil, body: JSONValue) {
    self.file = file
    self.url = url
    self.page = page
    self.missing = missing
    self.body = SourceSecrets.removed(from: body)
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
    guard let url = value["url"]?.stringValue else { return nil }
    if let reason = value["missing"]?.stringValue { return SourceAnswer(file: file, url: url, missing: reason, body: .null) }
    guard let body = value["body"] else { return nil }
    return SourceAnswer(file: file, url: url, page: page(value), body: body)
  }

  private static func page(_ value: JSONValue) -> Page? {
    guard let number = value["page"]?.doubleValue.flatMap({ Int(exactly: $0) }),
      let count = value["pages"]?.doubleValue.flatMap({ Int(exactly: $0) }), count > 0
    else { return nil }
    return Page(number: number, count: count)
  }

  /// The line of a saved folder from which this answer is read again.
  package var line: String {
    var members = [JSONValue.Member("url", .string(url ?? ""))]
    if let missing { return JSONWriter.text(of: .object(members + [.init("missing", .string(missing))])) }
    if let page { members += [.init("page", .integer(page.number)), .init("pages", .integer(page.count))] }
    return JSONWriter.text(of: .object(members + [.init("body", body)]))
  }
}
