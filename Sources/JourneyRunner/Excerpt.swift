package import Diagnostics
internal import ModelCoding

/// A place in a file and its line as it was when the run began.
public struct Excerpt: Sendable, Hashable {
  public var file: String
  /// Counts from 1.
  public var line: Int
  /// In Unicode scalars, from 1.
  public var column: Int
  /// How many scalars of the line are meant; at least 1.
  public var length: Int
  /// The source line, without its break.
  public var text: String

  public init(file: String, line: Int, column: Int, length: Int, text: String) {
    self.file = file
    self.line = line
    self.column = column
    self.length = length
    self.text = text
  }
}

extension Excerpt {
  /// The place as events carry it, with its line; a range over several lines ends with the first.
  package init(_ range: SourceRange) {
    let text = CredentialText.concealedAddresses(of: range.file.line(range.start.line) ?? "")
    let end = range.end.line == range.start.line ? range.end.column : text.unicodeScalars.count + 1
    self.init(
      file: range.file.name, line: range.start.line, column: range.start.column, length: max(end - range.start.column, 1), text: text)
  }
}
