import JourneyModel
import JourneyRecording

extension Screen {
  /// Whether a way on may change the account for good, as far as its form and its words tell: an enrolment stays, and so does a deletion.
  func mayChangeAccount(by way: Way) -> Bool {
    guard let form = form(way.form) else { return false }
    if case .navigation = form.kind { return false }
    let words = [form.id.rawValue, way.label]
    // What is only pressed leads to another screen, unless it says that something goes or comes.
    guard !form.fields.isEmpty else { return words.contains { $0.names(["enrol", "delet", "remov"]) } }
    return form.asksForNewPassword || (words + [id.text]).contains { $0.names(String.changes) }
  }
}

extension String {
  /// Parts of words that stand where something is kept: an enrolment, a registration, a deletion, a consent.
  fileprivate static let changes = ["enrol", "delet", "remov", "regist", "create", "terms", "consent", "accept", "agree"]

  /// Whether one of these is in it.
  fileprivate func names(_ parts: [String]) -> Bool {
    let words = lowercased()
    return parts.contains { words.contains($0) }
  }
}
