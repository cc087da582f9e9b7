/// Which reports of a directory are counted, and what their columns have.
public struct PeopleReportSettings: Sendable {
  /// Where the project is.
  public var run = RunSettings()
  /// The CSV files.
  public var reports: [String] = []
  /// Columns with names of groups, of authenticators, and with what identifies a person; in each report one of them at most. Empty to look for
  /// them by their names.
  public var groups: [String] = []
  public var factors: [String] = []
  public var person: [String] = []
  /// Facts of accounts, each with its column.
  public var facts: [(name: String, column: String)] = []
  /// What is between two names of one cell.
  public var separator = ";"
  /// Names of the reports, each with what the tenant calls it.
  public var renames: [(old: String, new: String)] = []
  /// The tenants whose rules are asked about the people: groups that none of them reads are left out; empty to keep all.
  public var tenants: [String] = []

  public init() {}
}
