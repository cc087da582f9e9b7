import Encodings

/// Several names in one cell, joined by `+`; a `+` that is part of a name is written `\+`, and `\` as `\\`.
enum JoinedNames {
  /// The names without the spaces around them; `nil` if one of several is empty.
  static func names(in cell: String) -> [String]? {
    var names: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in cell.utf8 {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped: isEscaped = true
      case UInt8(ascii: "+") where !isEscaped: names.append([])
      default:
        if isEscaped, byte != UInt8(ascii: "+"), byte != UInt8(ascii: "\\") { names[names.count - 1].append(UInt8(ascii: "\\")) }
        names[names.count - 1].append(byte)
        isEscaped = false
      }
    }
    if isEscaped { names[names.count - 1].append(UInt8(ascii: "\\")) }
    let texts = names.map { CSVText.trimmed(String(decoding: $0, as: UTF8.self)) }
    if texts == [""] { return [] }
    return texts.contains("") ? nil : texts
  }

  static func cell(of names: [String]) -> String {
    names.map { $0.reduce(into: "") { text, sign in text += sign == "+" || sign == "\\" ? "\\\(sign)" : String(sign) } }
      .joined(separator: "+")
  }
}
