/// The beginning of a script as a message may show it, without its texts and numbers, which may contain anything.
enum ScriptExcerpt {
  private static let length = 80

  static func text(of script: String) -> String {
    var shown = ""
    var quote: Character?
    var isEscaped = false
    for character in script.prefix(4_000) {
      if shown.count >= length { return shown + "…" }
      if let open = quote {
        if !isEscaped, character == open {
          quote = nil
          shown += "…\(character)"
        }
        isEscaped = character == "\\" && !isEscaped
      } else if character == "'" || character == "\"" || character == "`" {
        quote = character
        shown.append(character)
      } else if character.isWhitespace {
        if let last = shown.last, last != " " { shown.append(" ") }
      } else {
        shown.append(character.isNumber ? "…" : character)
      }
    }
    return shown
  }
}
