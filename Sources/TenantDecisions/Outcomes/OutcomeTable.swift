/// Who is asked for what: one table for a list, a kind of lists or a client.
package struct OutcomeTable: Sendable, Hashable {
  package var title: String
  /// Which apps it is about, and for whom it is.
  package var subtitle: String
  /// In the order of the rules; never merged, so that a change moves only the rows that it concerns.
  package var rows: [OutcomeRow]
  /// Whether it has so many combinations that nothing is known of everybody.
  package var isPastLimit = false

  /// Whether something in it is not known.
  package var isNotKnown: Bool { isPastLimit || rows.contains(where: \.isNotKnown) }
}

/// What one rule, or one rule of the session with one of the app, decides.
package struct OutcomeRow: Sendable, Hashable {
  /// What is noted of it.
  package enum Note: Sendable, Hashable {
    case neverDecides
    case mayNeverDecide
    /// Somebody gets it or something else, depending on a flag that nobody has set.
    case notKnown
  }

  /// The rule's name; of a client the session's and the app's.
  package var rule: String
  package var who: String
  package var asked: String
  package var again: String
  /// What happens to people who have nothing that fits; empty where the rule does not say.
  package var lacking: String
  package var notes: [Note] = []
  /// Lines that explain it: an example, and why the rules above do not decide there.
  package var explanation: [String] = []

  package var isNotKnown: Bool { notes.contains(.notKnown) }
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
