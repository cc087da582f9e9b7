import Diagnostics

/// Lines of text whose parts know how they are meant, so that one place decides how they look.
///
/// All content is made harmless on the way; line breaks in it become visible signs.
struct StyledText: Sendable, Hashable {
  /// What a part of a line is.
  enum Style: Sendable, Hashable {
    case plain, heading, good, bad, caution, place, quiet
  }

  struct Part: Sendable, Hashable {
    var text: String
    var style: Style
  }

  struct Line: Sendable, Hashable {
    private(set) var parts: [Part] = []

    init(_ text: String = "", _ style: Style = .plain) { add(text, style) }

    /// Appends a text to what is there.
    mutating func add(_ text: String, _ style: Style = .plain, limit: Int = HarmlessText.usualLimit) {
      guard !text.isEmpty else { return }
      parts.append(Part(text: ServerCommands.defused(HarmlessText.line(text, limit: limit)), style: style))
    }

    func adding(_ text: String, _ style: Style = .plain) -> Line {
      var line = self
      line.add(text, style)
      return line
    }

    /// The parts as they may be on a separate line.
    fileprivate var shown: [Part] {
      guard let first = parts.firstIndex(where: { $0.text.contains { $0 != " " } }) else { return parts }
      var shown = parts
      shown[first].text = ServerCommands.defused(lineStart: shown[first].text)
      return shown
    }

    var plain: String { shown.map(\.text).joined() }
  }

  private(set) var lines: [Line] = []

  init(_ lines: [Line] = []) { self.lines = lines }

  mutating func add(_ line: Line) { lines.append(line) }
  mutating func add(_ text: String, _ style: Style = .plain) { lines.append(Line(text, style)) }
  mutating func add(_ text: StyledText, indentedBy indent: Int = 0) {
    let margin = String(repeating: " ", count: indent)
    for line in text.lines { lines.append(line.parts.isEmpty ? line : Line(margin).adding(line)) }
  }

  mutating func addBlank() { lines.append(Line()) }

  /// Every line with its line break, without any style.
  var plain: String { lines.reduce(into: "") { $0 += $1.plain + "\n" } }

  /// Every line with its line break, painted for a terminal where colour is wanted.
  func painted(usesColour: Bool) -> String {
    guard usesColour else { return plain }
    return lines.reduce(into: "") { text, line in
      for part in line.shown { text += part.style.paint(part.text) }
      text += "\n"
    }
  }
}

extension StyledText.Line {
  fileprivate func adding(_ other: StyledText.Line) -> StyledText.Line {
    var line = self
    line.parts += other.parts
    return line
  }
}

extension StyledText.Style {
  fileprivate func paint(_ text: String) -> String { code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text }

  private var code: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
    case .good: "32"
    case .bad: "1;31"
    case .caution: "33"
    case .place: "36"
    case .quiet: "2"
    }
  }
}
