package import Diagnostics

/// How many requests a tenant's server takes before it refuses more.
package struct RequestLimit: Sendable, Hashable {
  /// The beginnings of the paths that are counted together.
  package var paths: [String]
  /// At least one.
  package var requests: Int
  /// How long they are counted, from the first one on.
  package var time: Duration
  /// The place of the number of requests.
  package var place: SourceRange
}
