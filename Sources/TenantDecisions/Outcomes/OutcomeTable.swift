/// Who is asked for what: one table for a list, a kind of lists or a client.
package struct OutcomeTable: Sendable, Hashable {
  package var title: String
  /// The apps and the people that it is about.
  package var subtitle: String
  /// In the order of the rules; never merged, so that a change moves only the rows that it concerns.
  package var rows: [OutcomeRow]
  /// Whether it has so many combinations that nothing is known of everybody.
  package var isPastLimit = false
  /// What applies to several rows, e.g. what a flag means; one sentence each.
  package var footnotes: [String] = []

  /// Whether something in it is not known.
  package var isNotKnown: Bool { isPastLimit || rows.contains(where: \.isNotKnown) }
}

/// What one rule, or one rule of the session with one of the app, decides.
package struct OutcomeRow: Sendable, Hashable {
  /// What is noted of it.
  package enum Note: Sendable, Hashable {
    case neverDecides
    case mayNeverDecide
    /// A person gets it or something else, depending on a flag that is not set.
    case notKnown
  }

  /// The rule's name; of a client the session's and the app's.
  package var rule: String
  package var who: String
  package var asked: String
  package var again: String
  /// What happens to people who have no suitable authenticator; empty where no proof is asked for.
  package var lacking: String
  package var notes: [Note] = []
  /// The names of the open flags on which it depends who it is for.
  package var openFlags: [String] = []
  /// Why it never decides, in words.
  package var reason: String?
  /// Lines that explain it: an example, and why the rules above do not decide there.
  package var explanation: [String] = []
  /// How many people get it; `nil` where people are not counted.
  package var count: Headcount?

  package var isNotKnown: Bool { notes.contains(.notKnown) }

  /// What is noted of it, for people: on what it depends, or why it never decides.
  package var remark: String {
    if !openFlags.isEmpty { return "depends on \(openFlags.map { DecisionFact(name: $0, kind: .open).shortName }.joined(separator: ", "))" }
    return notes.map(\.wording).joined(separator: ", ") + (reason.map { ": \($0)" } ?? "")
  }
}

extension OutcomeRow.Note {
  package var wording: String {
    switch self {
    case .neverDecides: "never decides"
    case .mayNeverDecide: "may never decide"
    case .notKnown: "not known"
    }
  }
}
