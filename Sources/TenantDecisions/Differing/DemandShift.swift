/// What another demand means for the person who gets it; the order is how bad it is.
package enum DemandShift: Int, Sendable, Hashable, CaseIterable {
  /// Who got in does not.
  case closed
  /// Who has no suitable authenticator does not get in any more.
  case closedToLacking
  case more
  /// Some proofs that were enough are not, and the other way round.
  case other
  /// The same is asked for more often.
  case oftener
  /// Who has no suitable authenticator was let in, and has to set something up.
  case moreOfLacking
  /// Who did not get in does.
  case opened
  /// Who has no suitable authenticator did not get in, and does.
  case openedToLacking
  case less
  case seldomer
  /// Less happens to people who have no suitable authenticator.
  case lessOfLacking
  /// Other words, for which the same proofs are enough.
  case words
}
