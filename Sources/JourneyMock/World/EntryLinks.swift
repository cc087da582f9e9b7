package import JourneyModel

/// The links that messages brought; each is good once.
package struct EntryLinks: Sendable {
  private var links = RecentTable<EntryLink>()

  init() {}

  /// What a link's challenge leads to; `nil` for one that is used or unknown.
  package subscript(challenge: String) -> EntryLink? { links[challenge] }

  mutating func add(_ link: EntryLink, challenge: String) { links[challenge] = link }

  /// The link is used from now on.
  package mutating func spend(_ challenge: String) { links[challenge] = nil }
}

/// What a link in a message leads to.
package struct EntryLink: Sendable {
  package var account: Int?
  package var state: Int
  package var client: Int
  /// `nil` for one that is valid until it is used.
  package var until: Instant?
  /// The session's texts when it was sent, for what was answered before.
  package var scope: ScopeState
  /// The session that sent it.
  package var sender: String

  /// Whether its time is over.
  package func isLate(at now: Instant) -> Bool { until.map { $0 <= now } ?? false }
}
