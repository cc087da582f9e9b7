package import Diagnostics

/// A lasting change that a scenario makes to the account it signs in as, as far as its file shows it.
package struct AccountChange: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case password, lock, factor, terms, deletion
    /// A fact or a text of the account, as a mock calls it.
    case detail(String)
  }

  package var kind: Kind
  /// Of the step that makes it.
  package var range: SourceRange
}

extension AccountChange.Kind {
  fileprivate var verb: String? {
    switch self {
    case .password: "sets a new password"
    case .lock: "locks the account"
    case .factor: "enrols a second factor"
    case .terms: "accepts terms"
    case .deletion: "deletes or removes something of the account"
    case .detail: nil
    }
  }
}

extension [AccountChange] {
  /// E.g. `sets a new password and changes 'factors' and 'phone' of the account`, after the scenario's name.
  package var wording: String {
    let details = compactMap { change -> String? in
      guard case .detail(let name) = change.kind else { return nil }
      return "'\(name)'"
    }
    let verbs = compactMap(\.kind.verb) + (details.isEmpty ? [] : ["changes \(Self.list(details)) of the account"])
    return Self.list(verbs)
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// What the forms of a mock change of an account, for the scenarios of a live tenant that is like it.
package struct KnownAccountChanges: Sendable, Hashable {
  /// One form of a screen, and what comes after it.
  package struct Way: Sendable, Hashable {
    package var screen: String
    package var form: String
    /// The next screen; `nil` for an end.
    package var next: String?

    package init(screen: String, form: String, next: String?) {
      self.screen = screen
      self.form = form
      self.next = next
    }
  }

  package var changes: [Way: Set<AccountChange.Kind>]
  /// The screens that locked accounts see.
  package var lockScreens: Set<String>
  package var inventory: TenantInventory

  package init(changes: [Way: Set<AccountChange.Kind>], lockScreens: Set<String>, inventory: TenantInventory) {
    self.changes = changes
    self.lockScreens = lockScreens
    self.inventory = inventory
  }
}
