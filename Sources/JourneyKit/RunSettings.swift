public import JourneyModel

/// What is walked, where, and how.
public struct RunSettings: Sendable {
  /// Files and folders; folders are looked through for `*.yaml` and `*.yml`, leaving out names that begin with `_`.
  public var paths: [String] = ["journeys"]
  public var selection = Selection()
  /// Texts of files that are read instead of those on the disk, by the files' names in reports, such as changes that are not saved.
  public var drafts: [String: String] = [:]
  /// Whether what mocks can show counts when scenarios are checked: a screen that a mock does not have is then an error before any walk.
  var checksInventories = true
  /// The share of the selected cases that is walked; `nil` for all.
  public var shard: RunShard?
  /// The name of the run in its reports, to distinguish it from other runs of the same scenarios; `nil` for none.
  public var label: String?
  /// What a command that repeats one of its cases needs in addition to the case's place.
  public var againArguments: [String] = []
  /// Whether it is not an error that no scenario is selected.
  public var allowsEmpty = false
  /// Whether a case that passes after a failure makes the run fail.
  public var failsOnFlaky = false
  /// Tenants that scenarios are run on instead of those that they name.
  public var tenants: [TenantOverride] = []
  /// The app that every scenario is walked as; `all` for each of the dialect's apps, `nil` for what scenarios say.
  public var app: String?
  /// What walks web pages, where a scenario does not say; `nil` for what their tenants say.
  public var engine: PageEngineKind?
  /// The folder in which a real browser keeps pictures of the pages, which may show secrets; `nil` for no pictures.
  public var picturesFolder: String?
  /// How many cases are walked at a time; at least 1.
  public var jobs = 1
  /// Where random values come from; `nil` for a fresh one, which is printed.
  public var seed: UInt64?
  /// When each walk on a mock in this process begins; `nil` for the machine's time.
  var mockStart: Instant?
  /// Mocks that are served over HTTP, by this process or another.
  public var mockAddresses: [MockAddress] = []
  /// Variables that every scenario sees, by name; they win over a scenario's own.
  public var variables: [String: String] = [:]
  /// How often a failed case is walked again, where its scenario does not say.
  public var retries = 0
  /// Of one walk, where its scenario does not say; seconds.
  public var timeout: Duration?
  /// How many cases may fail before the rest is skipped; `nil` for any number.
  public var maximumFailures: Int?
  /// The longest that a live tenant's clock is waited for.
  public var maximumWait: Duration = .seconds(5)
  /// Whether screens of `snapshot` steps are stored instead of compared.
  public var updatesSnapshots = false
  /// Whether what is wrong with tenants that no selected case is walked on is an error, too, and not a warning.
  public var judgesAllTenants = false
  /// Whether mocks that no selected scenario names are left unread, and what is wrong with them is not reported.
  public var namesTenants = false
  /// Whether the rest is walked where a scenario file or a tenant is wrong; such a run is incomplete all the same.
  public var keepsGoing = false
  /// Whether warnings are errors.
  public var isStrict = false
  /// Whether something is to be walked, so that secrets and variables have to be set; else a missing one is a warning.
  public var needsValues = true
  /// Whether the mocks' flows are searched for edges that nothing leads to, which takes longer than reading them.
  public var exploresMocks = false
  /// What `${env.NAME}` and `${secret.NAME}` may see.
  public var environment: [String: String] = [:]
  /// The day, `yyyy-MM-dd`, that `skip: {until: …}` is compared with; `nil` for the machine's, in UTC.
  public var today: String?
  /// A file of `NAME=value` lines, whose secrets win over the environment's.
  public var secretsFile: String?
  /// A file outside the project that limits what it may use: addresses, variables, secrets, commands, probes.
  public var policyFile: String?
  /// Maildirs in place of the inboxes that tenants.yaml names, by tenant: paths of the caller's, also outside of the project.
  public var maildirs: [String: String] = [:]
  /// Apps that mocks know in addition to those of their files.
  public var clients: [AddedClient] = []
  /// What messages call settings.
  public var spelling = SettingSpelling()
  /// The dialects that tenants and their mocks may speak.
  public var dialects = DialectRegistry()
  /// Mocks that were loaded with these settings, or with others that were made of them.
  let mocks = LoadedMocks()

  public init() {}

  /// The paths to read: a place outside the default folder is a path too.
  var usedPaths: [String] {
    guard paths == RunSettings().paths, !selection.places.isEmpty else { return paths }
    return selection.places.map(\.file)
  }

  /// Which of the scenarios found are taken; all conditions have to hold.
  public struct Selection: Sendable {
    /// E.g. `smoke and not slow`.
    public var tags: String?
    /// A regular expression, looked for in the case's name.
    public var name: String?
    /// The scenarios at these places; empty for all.
    public var places: [ScenarioPlace] = []
    /// Ids of cases, as those that failed in an earlier run; `nil` for all.
    public var ids: Set<String>?

    public init() {}
  }
}
