/// Which outcomes are asked for.
public struct OutcomesSettings: Sendable {
  /// How tables are written.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    case text, markdown, csv, json
  }

  /// Where the project is.
  public var run = RunSettings()
  /// The tenant; `nil` for the default one.
  public var tenant: String?
  /// Apps of which the session's and the app's rules are joined; empty for all lists.
  public var clients: [String] = []
  /// The app to which people have signed in before; `nil` for none.
  public var after: String?
  /// The name of a person in the file, or facts as `groups=Contractors+Vendors`.
  public var who: [String] = []
  /// The name of a situation, or facts as `zones=none`.
  public var given: [String] = []
  /// Whether the weakest way into each app is asked for, and no tables.
  public var isWeakest = false
  /// The word whose rules are asked for, and no tables.
  public var uses: String?
  /// Whether each row has an example, and why the rules above it do not decide there.
  public var explains = false
  /// A file with numbers of people, to count those who get each row; `nil` to count no one.
  public var people: String?

  public init() {}
}
