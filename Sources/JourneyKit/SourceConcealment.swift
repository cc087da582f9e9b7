import Diagnostics
import JourneyModel

/// Hides what must not be seen in messages, and in the lines of files that are shown with them.
struct SourceConcealment {
  /// A shorter text is a part of other words by chance.
  private static let shortest = 6

  private static let mark = "***"

  /// The longest first: one may hold another.
  private let texts: [String]

  init(hiding secrets: [Secret]) {
    let texts = Set(secrets.filter(\.isSearchedFor).map(\.unsafeText)).filter { $0.utf8.count >= Self.shortest }
    self.texts = texts.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  func concealed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var files: [SourceFile: SourceFile] = [:]
    return diagnostics.map { diagnostic in
      var concealed = diagnostic
      concealed.message = text(diagnostic.message)
      concealed.suggestion = diagnostic.suggestion.map(text)
      concealed.range = diagnostic.range.map { range($0, &files) }
      for index in concealed.notes.indices {
        concealed.notes[index].message = text(concealed.notes[index].message)
        concealed.notes[index].range = concealed.notes[index].range.map { range($0, &files) }
      }
      return concealed
    }
  }

  /// The same place, where the line that is shown has a secret: its beginning alone, in a file without any. A stretch would tell how
  /// long the secret is.
  private func range(_ range: SourceRange, _ files: inout [SourceFile: SourceFile]) -> SourceRange {
    guard let line = range.file.line(range.start.line), text(line) != line else { return range }
    let file = files[range.file] ?? concealed(range.file)
    files[range.file] = file
    return SourceRange(file: file, start: range.start, end: range.start)
  }

  private func concealed(_ file: SourceFile) -> SourceFile {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map { text(String($0)) }
    return SourceFile(name: file.name, text: lines.joined(separator: "\n"))
  }

  private func text(_ text: String) -> String { withoutUserInfo(texts.reduce(text) { $0.replacing($1, with: Self.mark) }) }

  /// The text without users and passwords of addresses. That of a proxy may have any sign in it: that may be what is wrong with it.
  private func withoutUserInfo(_ text: String) -> String {
    guard text.contains("://"), text.contains("@") else { return text }
    let isProxy = text.contains("proxy")
    return text.replacing(/:\/\/([^\s"']*)@/) { match in
      let info = match.output.1
      let isInfo = isProxy || info.contains(":") && !info.contains { "/?#".contains($0) }
      return isInfo && !info.contains("${") ? "://\(Self.mark)@" : String(match.output.0)
    }
  }
}
