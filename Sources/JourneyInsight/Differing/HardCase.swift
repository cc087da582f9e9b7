/// A situation in which a person has more to do than to sign in as usual.
package enum HardCase: String, Sendable, CaseIterable {
  case forgotten = "forgotten-password"
  case locked = "after-lock"
  /// The same without letting time pass.
  case lockedAtOnce = "after-lock-at-once"
  /// Of who cannot sign in then without another provider.
  case forgottenElsewhere = "forgotten-password-provider"
  /// Of who registers.
  case chosen = "chosen-password"

  /// What it means that a person does not get through any more: who can wait, or take another way, is not kept out.
  var meaning: ChangeClass { self == .lockedAtOnce ? .more : .breaking }

  /// E.g. `after forgetting the password`: the end of a sentence about signing in.
  package var words: String {
    switch self {
    case .forgotten: "after forgetting the password"
    case .locked: "after wrong passwords have locked the account"
    case .lockedAtOnce: "at once after wrong passwords have locked the account"
    case .forgottenElsewhere: "through another provider after forgetting the password"
    case .chosen: "with the password that they chose"
    }
  }
}
