/// Why a ceremony has no credential: the name of the browser's error, and a sentence.
package struct CeremonyError: Error, Sendable, Hashable {
  package let name: String
  package let sentence: String
}

extension CeremonyError {
  /// Options that lack something.
  static func type(_ sentence: String) -> CeremonyError { CeremonyError(name: "TypeError", sentence: sentence) }
}
