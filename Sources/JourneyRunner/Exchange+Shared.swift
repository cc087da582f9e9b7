package import JourneyModel

extension Exchange {
  /// Whether it requested what a run requests once for all its walks, discovery and keys of an issuer: which walk has it is chance.
  package var isSharedByWalks: Bool { purpose == "discovery" || purpose == "key set" }
}
