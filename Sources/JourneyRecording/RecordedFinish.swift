internal import LocatedYAML

/// The end of a journey, and what is expected of its tokens.
package struct RecordedFinish: Sendable, Hashable {
  package struct Claim: Sendable, Hashable {
    package var name: String
    package var value: AnswerOrigin

    package init(_ name: String, _ value: AnswerOrigin) {
      self.name = name
      self.value = value
    }
  }

  package var hasTokens: Bool
  package var claims: [Claim]
  /// How long it is waited for, e.g. `30s`; `nil` if it is there at once.
  package var within: String?

  package init(hasTokens: Bool = true, claims: [Claim] = [], within: String? = nil) {
    self.hasTokens = hasTokens
    self.claims = claims
    self.within = within
  }

  var lines: [String] {
    var lines = ["- finish:"]
    if let within { lines.append("  within: \(within)") }
    if !hasTokens { lines.append("  tokens: none") }
    if !claims.isEmpty {
      let members = claims.map { "\(YAMLText.scalar($0.name, isInBrackets: true)): \($0.value.written(isInBrackets: true))" }
      lines.append("  claims: {\(members.joined(separator: ", "))}")
    }
    return lines
  }
}
