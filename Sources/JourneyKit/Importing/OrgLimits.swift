import TenantImport

/// How much an org may send, and how long it may take.
struct OrgLimits: Sendable, Hashable {
  /// Of one list.
  var pages = 1_000
  /// Of all lists together.
  var requests = 10_000
  /// Of the answers that a saved folder has.
  var answers = ImportLimits()
  /// How often a request is sent that the server failed at, or that got no answer.
  var tries = 3
  /// How often a request is sent that is refused because there were too many.
  var refusals = 10
  /// The longest single time that the org may ask to wait.
  var pause: Duration = .seconds(120)
  /// All times together in which nothing is sent.
  var pauses: Duration = .seconds(15 * 60)
  /// From the first request to the last answer.
  var duration: Duration = .seconds(60 * 60)
}
