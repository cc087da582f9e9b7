internal import Diagnostics
internal import LocatedYAML

extension Template {
  /// Variables that are known to have members, so that `{account.email}` can hardly be meant as text.
  private static let names: Set<String> = ["account", "secret", "env"]

  /// A warning where a text without variables has one that lacks its `$`, or its braces.
  static func missingSign(in text: String, at range: SourceRange) -> Diagnostic? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "$") }) else { return nil }
    for piece in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "$") }).suffix(8) {
      let name = piece.prefix { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: " ") }
      let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard piece.startIndex > text.utf8.startIndex, parts.count > 1, names.contains(String(Substring(parts[0]))),
        parts.allSatisfy(isName)
      else { continue }
      return Diagnostic(
        .variableWithoutSign, "'\(Substring(name))' is text here, not a variable", at: range, severity: .warning,
        suggestion: "write \"${\(Substring(name))}\"")
    }
    return nil
  }

  /// The variable that is meant by a map such as `{account.email}`, of one key without a value.
  static func nameWithoutSign(_ mapping: YAMLMapping) -> String? {
    guard mapping.entries.count == 1, mapping.entries[0].value.isNothing else { return nil }
    let name = mapping.entries[0].name
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, names.contains(String(Substring(parts[0]))), parts.allSatisfy(isName) else { return nil }
    return name
  }

  private static func isName(_ part: Substring.UTF8View) -> Bool {
    !part.isEmpty
      && part.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
      }
  }
}
