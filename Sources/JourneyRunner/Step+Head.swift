internal import JourneyScenario

extension Step {
  /// The head in words, e.g. `screen password`.
  var head: String {
    let head = kind.head.rawValue
    return kind.detail.map { "\(head) \($0)" } ?? head
  }
}
