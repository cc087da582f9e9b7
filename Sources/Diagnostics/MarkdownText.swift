/// Text of a tenant in Markdown: nothing in it is a mark of Markdown or HTML.
package enum MarkdownText {
  package static func plain(_ text: String) -> String {
    var result = ""
    for character in text.prefix(2_000) {
      switch character {
      case "|", "*", "_", "`", "[", "]", "\\", "~", "#", "!", "@": result += "\\\(character)"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\n", "\r", "\r\n", "\t": result += " "
      default: result += DisplayText.harmless(String(character))
      }
    }
    return result
  }
}
