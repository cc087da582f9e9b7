package import JourneyModel

/// Values as messages show them: on one line, not too long, with what cannot be seen made visible, secrets as `***`.
package enum ShownValue {
  /// Characters of one text, and of a whole list or map.
  private static let maxTextLength = 200
  private static let maxLength = 600

  /// The value; a list or map is cut where it gets too long.
  package static func text(_ value: Value) -> String {
    var shown = ""
    append(value, to: &shown)
    return shown
  }

  /// A text in single quotes, cut where it gets too long.
  package static func quoted(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(maxTextLength + 1)
    guard start.count > maxTextLength else { return "'\(visible(start))'" }
    return "'\(visible(start.dropLast()))…' (\(text.utf8.count) bytes)"
  }

  /// What is there, or `nothing`.
  package static func text(_ value: Value?) -> String {
    value.map { text($0) } ?? "nothing"
  }

  private static func append(_ value: Value, to shown: inout String) {
    guard shown.utf8.count < maxLength else { return }
    switch value {
    case .null, .bool, .number, .secret: shown += value.quoted
    case .text(let text): shown += quoted(text)
    case .list(let elements):
      shown += "["
      for (index, element) in elements.enumerated() {
        guard appendSeparator(index, to: &shown) else { break }
        append(element, to: &shown)
      }
      shown += "]"
    case .map(let members):
      shown += "{"
      for (index, member) in members.enumerated() {
        guard appendSeparator(index, to: &shown) else { break }
        shown += visible(member.name.unicodeScalars.prefix(maxTextLength)) + ": "
        append(member.value, to: &shown)
      }
      shown += "}"
    }
  }

  /// Whether there is room for a further element.
  private static func appendSeparator(_ index: Int, to shown: inout String) -> Bool {
    if index > 0 { shown += ", " }
    if shown.utf8.count < maxLength { return true }
    shown += "…"
    return false
  }

  /// The scalars, those without a shape as escapes.
  static func visible(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar {
      case "\n": shown.append(contentsOf: "\\n".unicodeScalars)
      case "\r": shown.append(contentsOf: "\\r".unicodeScalars)
      case "\t": shown.append(contentsOf: "\\t".unicodeScalars)
      case _ where isInvisible(scalar): shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }

  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return scalar.value != 0x200D
    default: return false
    }
  }
}
