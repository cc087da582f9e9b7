/// A word that a file of ours may have as a key: the one list that decoding, advice and documentation draw on.
package protocol DocumentedKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// What it means, in one line without a full stop.
  var summary: String { get }
}

extension DocumentedKey {
  /// All keys as written, in the order of their documentation.
  static var names: [String] { allCases.map(\.rawValue) }
}
