internal import JourneyModel
internal import ModelCoding

/// What a walk looked like from outside, for examples that must be indistinguishable.
package struct WalkTrace: Sendable, Hashable {
  /// One turn: what was shown and with which status.
  struct Entry: Sendable, Hashable {
    /// In words.
    var said: String
    /// The screen as a snapshot keeps it; empty if it is not a screen.
    var screen: String
    /// What a page says in addition to its widgets and messages; empty where the dialect has no such text.
    var text = ""
    var statuses: [Int]
  }

  private var entries: [Entry] = []
  /// What was typed, which the server may repeat without revealing anything.
  private var answers = OwnTexts()

  mutating func add(_ turn: Turn) {
    let statuses = turn.exchanges.filter { !$0.isSharedByWalks }.compactMap { $0.response?.status }
    guard case .screen(let screen) = turn.now else {
      entries.append(Entry(said: turn.now.kindSaid, screen: "", statuses: statuses))
      return
    }
    let text = screen.facts.first(where: \.isPageText)?.value.text ?? ""
    var parts = screen
    (parts.pageText, parts.behaviour) = ("", [])
    entries.append(Entry(said: turn.now.said, screen: NormalisedScreen(parts).text, text: text, statuses: statuses))
  }

  mutating func add(_ submission: Submission) {
    for answer in submission.answers {
      if let text = answer.value.typed { answers.insert(text) }
    }
  }

  /// The entries with every answer taken out, masked ones too.
  private var neutral: [Entry] {
    entries.map { entry in
      var entry = entry
      entry.screen = answers.removed(from: entry.screen)
      entry.text = answers.removed(from: entry.text)
      return entry
    }
  }

  /// The first difference between the walks; `nil` if there is none.
  package func difference(from other: WalkTrace) -> (expected: String, actual: String, details: [String])? {
    let mine = neutral
    let others = other.neutral
    for (index, (left, right)) in zip(mine, others).enumerated() where left != right {
      let place = ["in turn \(index + 1)"]
      if left.said != right.said { return (right.said, left.said, place) }
      if left.statuses != right.statuses { return (Self.text(right.statuses), Self.text(left.statuses), place) }
      guard left.screen != right.screen else {
        guard let words = PageWords(left.text).difference(from: PageWords(right.text)) else { continue }
        return (words.expected, words.actual, place + ["in the text of \(left.said)"])
      }
      let lines = zip(left.screen.split(separator: "\n"), right.screen.split(separator: "\n")).first { $0 != $1 }
      let (found, wanted) = lines.map { (Self.trimmed($0), Self.trimmed($1)) } ?? ("more or fewer lines", "as many lines")
      return (wanted, found, place + ["on \(left.said)"])
    }
    guard mine.count != others.count else { return nil }
    return ("\(others.count) turns", "\(mine.count) turns", [])
  }

  private static func text(_ statuses: [Int]) -> String {
    "status " + statuses.map(String.init).joined(separator: ", ")
  }

  private static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }
}

extension Turn.Now {
  /// What it is, without addresses, which contain random values.
  fileprivate var kindSaid: String {
    switch self {
    case .screen, .ended: said
    case .handover: "it leaves for a web page"
    }
  }
}
