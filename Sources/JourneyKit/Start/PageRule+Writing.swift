import Diagnostics
import Encodings
import HostedDialect

extension PageRule {
  /// The rule as a member of the list `rules` in tenants.yaml, indented as there.
  var line: String {
    let members = [("screen", id), ("path", path?.description), ("title", title), ("h1", h1), ("has", has.first?.description)]
    let parts = members.compactMap { name, value in value.map { "\(name): \(Self.quoted($0))" } }
    return "        - {\((parts + (status.map { ["status: \($0)"] } ?? [])).joined(separator: ", "))}"
  }

  /// In quotes as YAML has them; what a terminal would not show is spelled out.
  private static func quoted(_ text: String) -> String {
    let quoted = JSONWriter.text(of: .string(text))
    guard DisplayText.harmless(quoted) != quoted else { return quoted }
    return quoted.unicodeScalars.map { scalar in
      guard DisplayText.harmless(scalar) != scalar else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      let width = scalar.value > 0xFFFF ? 8 : 4
      return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
    }.joined()
  }
}
