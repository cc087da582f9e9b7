/// What is recorded: on which tenant, as which person, and where the scenario is written.
public struct RecordSettings: Sendable {
  /// Secrets, policy, environment and seed, as for a run.
  public var run = RunSettings()
  /// The file that the scenario is written to; one that is there is added to.
  public var file: String
  /// `nil` for the default one of the place where the file lies.
  public var tenant: String?
  /// The account that walks; `nil` for a person that the tenant does not know yet.
  public var account: String?
  /// The app that the walk behaves as; `nil` for the dialect's first.
  public var app: String?
  /// The keys of `start`, each as `name=value`.
  public var start: [String] = []
  /// The scenario, and its step, from whose end the recording goes on; `nil` to begin a journey.
  public var after: ScenarioPlace?

  public init(file: String) { self.file = file }
}
