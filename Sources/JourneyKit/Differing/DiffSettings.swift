/// Which two runs are compared, and how scenarios go on where they do not know a screen.
public struct DiffSettings: Sendable {
  /// The scenarios, and the tenants on which they are walked instead of their own.
  public var run = RunSettings()
  /// Texts of files that the second version has in place of those on the disk, by the files' names: a tenant is then compared with itself.
  var drafts: [String: String] = [:]
  /// What the two versions are called; `nil` for the names of the tenants.
  var sides: (before: String, now: String)?
  /// An event log in place of the first walk; `nil` to walk the tenants that scenarios name.
  public var before: String?
  /// Further event logs of the version that the first one is of: what differs between these does not count.
  public var again: [String] = []
  /// A folder of fragments that lead past screens which no scenario knows.
  public var through: String?
  /// Whether scenarios that expect an account to be locked are walked on live tenants, where it stays locked.
  public var locksAccounts = false
  /// Whether both versions are held to the project's promises.
  public var judgesPromises = false
  /// A file with numbers of people, to count those who are affected; `nil` to count no one.
  public var people: String?
  /// A file of changes that are to come, with the reasons why.
  public var allowed: String?

  public init() {}
}
