internal import Diagnostics

/// A text of a scenario file, and how another one is written in its place.
struct WrittenText {
  private let range: SourceRange
  /// As it is written there, quotes included.
  private let spelling: String

  /// `nil` if it takes several lines, or nothing is written there.
  init?(_ range: SourceRange) {
    guard range.start.line == range.end.line, let line = range.file.line(range.start.line) else { return nil }
    let scalars = Array(line.unicodeScalars)
    guard range.start.column >= 1, range.end.column - 1 <= scalars.count, range.start.column < range.end.column else { return nil }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[(range.start.column - 1)..<(range.end.column - 1)])
    spelling = String(view)
    self.range = range
  }

  /// What has to stand there for another text; `nil` if no text of one line can say it.
  func replaced(by text: String) -> String? {
    guard !text.isEmpty, !text.contains("${"), !text.unicodeScalars.contains(where: Self.isUnseen) else { return nil }
    switch spelling.first {
    case "'": return Self.single(text)
    case "\"": return Self.double(text)
    default: return Self.isPlain(text) ? text : Self.double(text)
    }
  }

  /// Whether a person does not see a scalar: controls, and marks that turn text around.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    default: false
    }
  }

  private static func single(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  static func double(_ text: String) -> String {
    var result = "\""
    for character in text {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "\""
  }

  /// Words that are not texts without quotes.
  private static let literals: Set<String> = ["true", "false", "null"]

  /// Whether a text means itself without quotes, within brackets and outside.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter, text.last?.isWhitespace == false, !literals.contains(text) else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || " -_./'!?()@".contains($0) }
  }
}
