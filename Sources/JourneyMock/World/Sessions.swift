/// The journeys under way, and the names under which requests come back to them.
package struct Sessions: Sendable {
  private var sessions = RecentTable<Session>()
  /// Ids by the ticket of a journey that is done.
  private var tickets = RecentTable<String>()
  /// Ids by the names that anybody may read.
  private var publicIDs = RecentTable<String>()
  /// Ids by the names that browsers have for them.
  private var handles = RecentTable<String>()

  init() {}

  /// The session of this id.
  package subscript(id: String) -> Session? { sessions[id] }

  /// Those that are not forgotten, in any order.
  var all: [Session] { Array(sessions.values) }

  /// Keeps a session as it is now.
  package mutating func keep(_ session: Session) { sessions[session.id] = session }

  /// The session of a name that anybody may read.
  package func session(publicly name: String) -> Session? { publicIDs[name].flatMap { sessions[$0] } }

  /// The session that a ticket, or a name that anybody may read, leads back to.
  package func session(behind name: String) -> Session? { (tickets[name] ?? publicIDs[name]).flatMap { sessions[$0] } }

  /// Whether a ticket was still good; it is not any more.
  package mutating func spend(ticket: String) -> Bool { tickets.remove(ticket) != nil }

  /// The id of the session that a browser has this name for.
  package func id(ofHandle handle: String) -> String? { handles[handle] }

  mutating func issue(handle: String, for session: Session) { handles[handle] = session.id }

  mutating func name(_ session: Session) { publicIDs[session.publicID] = session.id }

  mutating func issue(ticket: String, for session: Session) { tickets[ticket] = session.id }

  /// Ends a journey wherever it is.
  package mutating func expire(_ id: String) { sessions[id]?.status = .expired }

  /// Changes every session.
  mutating func update(_ change: (inout Session) -> Void) { sessions.update(change) }
}
