package import JourneyScenario

/// What an editor shows of the word under the pointer.
package struct HoverText {
  private let context: ScenarioContext

  package init(_ context: ScenarioContext) { self.context = context }

  /// In Markdown; `nil` where nothing is known.
  package func text(in text: String, line: Int, column: Int) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line) else { return nil }
    let word = Self.word(in: lines[line], around: column)
    guard !word.isEmpty else { return nil }
    let cursor = CursorContext(lines, line: line, column: column)
    if cursor.key == "screen" || EditedLine(lines[line]).key == "screen", let screen = screen(word, cursor) { return screen }
    return Self.meaning(of: word).map { "**\(word)**: \($0)" }
  }

  private func screen(_ name: String, _ cursor: CursorContext) -> String? {
    let tenant = cursor.scenario["tenant"].flatMap { $0.isEmpty ? nil : $0 } ?? context.defaultTenant
    guard let forms = tenant.flatMap({ context.tenants?[$0]?.inventory?.screens[name] }) else { return nil }
    let lines = forms.map { form in
      "- `\(form.id)`: " + form.widgets.map { widget in "`\(widget.id)`" + (widget.type.map { " (\($0))" } ?? "") }.joined(separator: ", ")
    }
    return "**\(name)**, a screen of \(tenant ?? "the tenant")\n\n" + lines.joined(separator: "\n")
  }

  private static func meaning(of word: String) -> String? {
    if let key = ScenarioKey(rawValue: word) { return key.summary }
    if let head = StepHead(rawValue: word) { return head.summary }
    if let key = StepKey(rawValue: word) { return key.summary }
    if let attribute = WidgetAttribute(rawValue: word) { return attribute.summary }
    return FragmentKey(rawValue: word)?.summary
  }

  private static func word(in line: Substring, around column: Int) -> String {
    let characters = Array(line)
    func isPart(_ index: Int) -> Bool {
      characters.indices.contains(index) && (characters[index].isLetter || characters[index].isNumber || "_-./".contains(characters[index]))
    }
    var start = min(max(column, 0), characters.count)
    var end = start
    while isPart(start - 1) { start -= 1 }
    while isPart(end) { end += 1 }
    return String(characters[start..<end])
  }
}
