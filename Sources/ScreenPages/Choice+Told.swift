package import JourneyModel

extension Choice {
  /// What a scenario may write for it: its facts if its value is a map of the dialect's own, else the value.
  package var told: String {
    guard case .map = value, !facts.isEmpty else { return value.quoted }
    return "{" + facts.map { "\($0.name): \($0.isSecret ? "***" : $0.value.quoted)" }.joined(separator: ", ") + "}"
  }
}
