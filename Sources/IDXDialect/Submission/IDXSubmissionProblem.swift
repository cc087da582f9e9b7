/// Why a form cannot be sent as it is answered.
struct IDXSubmissionProblem: Error, Sendable, Hashable {
  /// Starts with a small letter and has no full stop, e.g. `'identifier' has to be answered`.
  let sentence: String
}
