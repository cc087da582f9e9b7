/// How a plan is run: how much at once, how many retries, and when to stop.
package struct RunLimits: Sendable, Hashable {
  /// How many cases run at a time; at least 1.
  package var jobs: Int
  /// How often a failed case is retried if it does not set that itself.
  package var retries: Int
  /// After this many failed or broken cases the rest is skipped; `nil` for never, 1 for `--fail-fast`.
  package var maxFailures: Int?
  /// Of one attempt if the case does not set it; `nil` for no limit.
  package var timeout: Duration?
  /// How long `after` may take.
  package var cleanUpTimeout: Duration
  /// The longest `wait` of a tenant whose clock cannot be moved.
  package var maxWait: Duration
  /// How long a case waits for an account that other runs on this machine use.
  package var accountWait: Duration = .seconds(600)
  /// The time between two looks whether such an account is free.
  static let accountPause: Duration = .milliseconds(250)
  /// Where random values come from, for every case its own.
  package var seed: UInt64
  /// Set if scenarios are followed as scripts of answers.
  package var script: AnswerScript?

  package init(
    jobs: Int = 1, retries: Int = 0, maxFailures: Int? = nil, timeout: Duration? = nil, cleanUpTimeout: Duration = .seconds(30),
    maxWait: Duration = .seconds(60), seed: UInt64
  ) {
    self.jobs = max(jobs, 1)
    self.retries = retries
    self.maxFailures = maxFailures
    self.timeout = timeout
    self.cleanUpTimeout = cleanUpTimeout
    self.maxWait = maxWait
    self.seed = seed
  }
}
