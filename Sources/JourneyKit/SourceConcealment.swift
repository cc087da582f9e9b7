import Diagnostics
import JourneyModel
import JourneyReports

/// Hides what must not be seen in messages, and in the lines of files that are shown with them: known secrets in every spelling, and
/// the values of keys that hold secrets.
struct SourceConcealment {
  private static let mark = "***"
  /// A shorter value is a part of other words by chance.
  private static let shortest = 4

  private var redactor = Redactor()
  /// Whether a value of several words is a text for people, as in scenarios.
  private let allowsSentences: Bool

  init(hiding secrets: [Secret], allowsSentences: Bool = false) {
    for secret in secrets { redactor.learnClosely(secret, isOfLiveTenant: true) }
    self.allowsSentences = allowsSentences
  }

  func concealed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var files: [SourceFile: SourceFile] = [:]
    var lines: [Line: SecretLine] = [:]
    var last: [SourceFile: Int] = [:]
    for range in diagnostics.flatMap({ [$0.range] + $0.notes.map(\.range) }).compactMap({ $0 }) {
      last[range.file] = max(last[range.file] ?? 0, range.end.line)
    }
    return diagnostics.map { diagnostic in
      let values = ([diagnostic.range] + diagnostic.notes.map(\.range)).compactMap { $0 }.flatMap { shown($0, &lines)?.values ?? [] }
      var concealed = diagnostic
      concealed.message = text(diagnostic.message, without: values)
      concealed.suggestion = diagnostic.suggestion.map { text($0, without: values) }
      concealed.range = diagnostic.range.map { range($0, last[$0.file] ?? 0, &files, &lines) }
      for index in concealed.notes.indices {
        concealed.notes[index].message = text(concealed.notes[index].message, without: values)
        concealed.notes[index].range = concealed.notes[index].range.map { range($0, last[$0.file] ?? 0, &files, &lines) }
      }
      return concealed
    }
  }

  /// The line of a place without the values of keys that hold secrets; `nil` where there is none.
  ///
  /// - Parameter lines: those that were looked at already: many messages are about one line.
  private func shown(_ range: SourceRange, _ lines: inout [Line: SecretLine]) -> SecretLine? {
    let place = Line(file: range.file, number: range.start.line)
    if let known = lines[place] { return known }
    guard let text = range.file.line(place.number) else { return nil }
    let line = SecretLine(text, number: place.number, of: range.file, allowsSentences: allowsSentences)
    lines[place] = line
    return line
  }

  private struct Line: Hashable {
    let file: SourceFile
    let number: Int
  }

  /// The same place, where the line that is shown has a secret: its beginning alone, in a file without any. A stretch would tell how
  /// long the secret is.
  private func range(
    _ range: SourceRange, _ last: Int, _ files: inout [SourceFile: SourceFile], _ lines: inout [Line: SecretLine]
  ) -> SourceRange {
    guard let line = range.file.line(range.start.line), let shown = shown(range, &lines).map({ text($0.text) }), shown != line else {
      return range
    }
    let file = files[range.file] ?? concealed(range.file, upTo: last)
    files[range.file] = file
    // What is hidden may make the line shorter than the place is far.
    let start = SourcePosition(line: range.start.line, column: min(range.start.column, shown.unicodeScalars.count + 1))
    return SourceRange(file: file, start: start, end: start)
  }

  /// - Parameter last: the last line that is shown; there may be millions behind it.
  private func concealed(_ file: SourceFile, upTo last: Int) -> SourceFile {
    let lines = (1...max(1, min(file.lineCount, last + 1))).map { number in
      file.line(number).map { text(SecretLine($0, number: number, of: file, allowsSentences: allowsSentences).text) } ?? ""
    }
    return SourceFile(name: file.name, text: lines.joined(separator: "\n"))
  }

  private func text(_ text: String, without values: [String] = []) -> String {
    let hidden = values.filter { $0.count >= Self.shortest }.sorted { $0.count > $1.count }
    let others = hidden.reduce(text) { $0.replacing($1, with: Self.mark) }
    return withoutUserInfo(redactor.redacted(others))
  }

  /// The text without users and passwords of addresses. That of a proxy may have any sign in it: that may be what is wrong with it.
  private func withoutUserInfo(_ text: String) -> String {
    guard text.contains("@") else { return text }
    let isProxy = text.contains("proxy")
    // Its scheme may be what was forgotten.
    let text = isProxy ? text.replacing(/[^\s"'{\[,\/]+:(?!\/\/)[^\s"']*@/, with: "\(Self.mark)@") : text
    guard text.contains("://") else { return text }
    let shown = text.replacing(/:\/\/([^\s"']*)@/) { match in
      let info = match.output.1
      let isInfo = isProxy || info.contains(":") && !info.contains { "/?#".contains($0) }
      return isInfo && !info.contains("${") ? "://\(Self.mark)@" : String(match.output.0)
    }
    // A password with blanks may be what is wrong with an address.
    return shown.replacing(/:\/\/([^"'\/?#@]+:[^"'\/?#@]*)@/) { $0.output.1.contains("${") ? String($0.output.0) : "://\(Self.mark)@" }
  }
}
