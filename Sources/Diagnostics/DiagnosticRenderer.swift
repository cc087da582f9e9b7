/// Diagnostics as text for a person: place, message, source line and caret.
///
/// ```
/// journeys/login.yaml:12:9: error: unknown key 'usernme' in answers to form 'login' [unknown-key]
///    12 |         usernme: ada@example.com
///       |         ^^^^^^^ did you mean 'username'?
/// ```
/// Control characters of a file, a server or a name never reach the text.
public struct DiagnosticRenderer: Sendable {
  /// Whether the text has the escape sequences of a colour terminal.
  public var usesColour: Bool
  /// Whether the source line and a caret follow each place.
  public var showsSource: Bool
  /// How many columns of a source line are shown at most; a longer one is cut around the place.
  public var excerptWidth: Int

  public init(usesColour: Bool = false, showsSource: Bool = true, excerptWidth: Int = 120) {
    self.usesColour = usesColour
    self.showsSource = showsSource
    self.excerptWidth = max(excerptWidth, 20)
  }

  /// The diagnostic as lines, each with its line break; its notes follow it.
  public func render(_ diagnostic: Diagnostic) -> String {
    let severity =
      switch diagnostic.severity {
      case .error: Style.error
      case .warning: Style.warning
      }
    var text = head(diagnostic.severity.rawValue, severity, diagnostic.message, at: diagnostic.range)
    text += " [\(diagnostic.id.rawValue)]\n"
    text += excerpt(diagnostic.range, suggestion: diagnostic.suggestion, severity)
    for note in diagnostic.notes {
      text += head("note", .note, note.message, at: note.range) + "\n"
      text += excerpt(note.range, suggestion: nil, .note)
      text += note.lines.map { $0.isEmpty ? "\n" : "  \(DisplayText.harmless($0))\n" }.joined()
    }
    return text
  }

  /// As many diagnostics are shown: a file may have tens of thousands.
  public static let mostShown = 1000

  /// The diagnostics one after the other, in the order given; of more than are shown the number of the others.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    var text = diagnostics.prefix(Self.mostShown).reduce(into: "") { $0 += render($1) }
    let others = diagnostics.count - Self.mostShown
    if others > 0 { text += "… and \(others) more errors and warnings, which are shown once these are fixed\n" }
    return text
  }

  /// Text about a place like a diagnostic, without being one.
  ///
  /// - Parameters:
  ///   - word: takes the place of a diagnostic's severity.
  ///   - tag: in brackets after the message.
  package func render(_ word: String, _ message: String, at range: SourceRange?, tag: String) -> String {
    head(word, .warning, message, at: range) + " [\(DisplayText.harmless(tag))]\n" + excerpt(range, suggestion: nil, .warning)
  }

  private func head(_ word: String, _ style: Style, _ message: String, at range: SourceRange?) -> String {
    let place = range.map { styled(DisplayText.harmless($0.description) + ":", .place) + " " } ?? ""
    return place + styled(word + ":", style) + " " + styled(DisplayText.harmless(message), .message)
  }

  /// The source line and the line with the caret; without a place only the suggestion, if there is one.
  private func excerpt(_ range: SourceRange?, suggestion: String?, _ style: Style) -> String {
    let advice = suggestion.map { styled(DisplayText.harmless($0), .suggestion) }
    guard showsSource, let range, let line = range.file.line(range.start.line) else {
      return advice.map { "      \($0)\n" } ?? ""
    }
    let shown = SourceExcerpt(line: line, range: range, width: excerptWidth)
    let number = String(range.start.line)
    let gutter = String(repeating: " ", count: max(5 - number.count, 0)) + number
    let caret = String(repeating: " ", count: shown.caretOffset) + styled(shown.caret, style)
    let source = shown.text.isEmpty ? "" : " " + shown.text
    return styled("\(gutter) |", .gutter) + source + "\n"
      + styled(String(repeating: " ", count: gutter.utf8.count) + " |", .gutter) + " " + caret + (advice.map { " " + $0 } ?? "") + "\n"
  }
}

extension DiagnosticRenderer {
  private enum Style: String {
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case place = "0;1"
    case message = "1"
    case gutter = "34"
    case suggestion = "32"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    usesColour && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
