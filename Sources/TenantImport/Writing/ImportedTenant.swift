package import TenantDecisions

/// What an import has found: a mock tenant, as far as a source describes one.
package struct ImportedTenant: Sendable {
  /// An app that people sign in to.
  package struct App: Sendable, Hashable {
    package var name: String
    package var list: String
    package var isForAdministrators = false
    /// Whether it represents apps that the source does not have.
    package var standsForOthers = false
    /// Where the mock sends people back to; `nil` for an app at which no journey begins here.
    package var redirect: String?
    /// What it may ask for; empty for the mock's default.
    package var scopes: [String] = []

    package init(
      name: String, list: String, isForAdministrators: Bool = false, standsForOthers: Bool = false, redirect: String? = nil,
      scopes: [String] = []
    ) {
      self.name = name
      self.list = list
      self.isForAdministrators = isForAdministrators
      self.standsForOthers = standsForOthers
      self.redirect = redirect
      self.scopes = scopes
    }
  }

  /// The names that a fact can hold, each with what it means.
  package struct Names: Sendable, Hashable {
    package var fact: String
    package var names: [(name: String, meaning: String?)] { zip(list, meanings).map { ($0, $1) } }
    private var list: [String] = []
    private var meanings: [String?] = []

    package init(fact: String, names: [(name: String, meaning: String?)]) {
      self.fact = fact
      list = names.map(\.name)
      meanings = names.map(\.meaning)
    }
  }

  /// A named situation, as its file writes it.
  package struct Situation: Sendable, Hashable {
    package var name: String
    /// By fact without its scope.
    package var facts: [Fact]

    package struct Fact: Sendable, Hashable {
      package var name: String
      package var words: [String]
      /// Whether it holds any number of words.
      package var isList: Bool

      package init(name: String, words: [String], isList: Bool) {
        self.name = name
        self.words = words
        self.isList = isList
      }
    }

    package init(name: String, facts: [Fact]) {
      self.name = name
      self.facts = facts
    }
  }

  /// A made-up person who can sign in to the mock: an example for walking it, who is not a person of the org.
  package struct Account: Sendable, Hashable {
    package var name: String
    package var groups: [String]
    /// Words of facts of people, by the fact's name without its scope.
    package var words: [String: String]

    package init(name: String, groups: [String] = [], words: [String: String] = [:]) {
      self.name = name
      self.groups = groups
      self.words = words
    }
  }

  package var name: String
  /// What it was made of, for the first line of its file.
  package var origin: String
  /// What it extends.
  package var base: String
  /// What its mock speaks: the first part of what it extends.
  package var dialect: String { String(base.prefix { $0 != "/" }) }
  package var apps: [App] = []
  /// Policies of the flow, each with its value as the mock's file writes it.
  package var policies: [(name: String, value: String)] = []
  /// How long people stay signed in, as the mock's file writes it; `nil` for as long as in what it extends.
  package var signOn: String?
  package var authenticators: [KnownAuthenticator] = []
  /// Facts of people that the rules read beyond groups: words, the first of which holds where nothing is written.
  package var facts: [(name: String, words: [String])] = []
  package var names: [Names] = []
  package var situations: [Situation] = []
  package var open: [(name: String, text: String)] = []
  /// What the import assumes, by `TenantRules.assumed`.
  package var assumed: [String: String] = [:]
  package var lists: [RuleKind: [DecisionList]] = [:]
  package var accounts: [Account] = []

  package init(name: String, origin: String, base: String) {
    self.name = name
    self.origin = origin
    self.base = base
  }
}
