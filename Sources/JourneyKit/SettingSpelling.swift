/// A setting that messages name.
public enum NamedSetting: String, Sendable, Hashable, CaseIterable {
  case tags, name, places
  /// Ids of cases, as those that failed in an earlier run.
  case ids
  case tenants, app, variables, mockAddresses, label, log, secretsFile, policyFile, maildirs, clients, updatesSnapshots
  /// Of a run of mutants.
  case operators
}

/// How messages call settings: by their names in `RunSettings`, or as the users of a program spell them.
///
/// The library does not know how a program learns what to run; a program passes its own words, e.g. its flags.
public struct SettingSpelling: Sendable {
  private let spell: @Sendable (NamedSetting) -> String

  /// The names in `RunSettings`.
  public init() { self.init { $0.rawValue } }

  /// - Parameter spell: what messages call a setting.
  public init(_ spell: @escaping @Sendable (NamedSetting) -> String) { self.spell = spell }

  public subscript(setting: NamedSetting) -> String { spell(setting) }
}
