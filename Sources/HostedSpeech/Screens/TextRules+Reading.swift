import Encodings
import JourneyMock
import LocatedYAML

extension TextRules {
  /// Reads the rule that an attribute of a widget is; nothing happens for one that is none.
  mutating func read(_ entry: YAMLMapping.Entry, with compiler: inout TenantCompiler) {
    switch entry.name {
    case "minLength": minimum = compiler.wholeNumber(entry.value)
    case "maxLength": maximum = compiler.wholeNumber(entry.value)
    case "length": length = compiler.wholeNumber(entry.value)
    case "mustContain": mustContain = compiler.words(entry.value)
    case "regex": pattern = compiler.text(entry.value).flatMap { Self.pattern($0.text) }
    case "restrictedCharacters": restricted = compiler.text(entry.value)?.text ?? ""
    case "maxRepeatedCharacters": maxRepetitionLength = compiler.wholeNumber(entry.value)
    case "maxNumericCharacterSequences": maxSequenceLength = compiler.wholeNumber(entry.value)
    case "format": format = compiler.text(entry.value).flatMap { Format(rawValue: $0.text) }
    case "notBefore": earliest = compiler.text(entry.value)?.text
    case "notAfter": latest = compiler.text(entry.value)?.text
    default: break
    }
  }

  /// One that cannot be read is not checked, which the tenant's first dialect reports.
  private static func pattern(_ text: String) -> Pattern? {
    do throws(PatternError) { return try Pattern(text) } catch { return nil }
  }
}
