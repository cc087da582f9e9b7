/// How a plan is walked: how much at once, how often again, and when to stop.
package struct RunLimits: Sendable, Hashable {
  /// How many cases are walked at a time; at least 1.
  package var jobs: Int
  /// How often a failed case is walked again where it does not say itself.
  package var retries: Int
  /// After so many failed or broken cases the rest is skipped; `nil` for never, 1 for `--fail-fast`.
  package var mostFailures: Int?
  /// Of one walk where the case does not say; `nil` for no limit.
  package var timeout: Duration?
  /// What `after` may take.
  package var cleanUpTimeout: Duration
  /// The longest `wait` of a tenant whose clock cannot be moved.
  package var longestWait: Duration
  /// Where random values come from, for every case its own.
  package var seed: UInt64

  package init(
    jobs: Int = 1, retries: Int = 0, mostFailures: Int? = nil, timeout: Duration? = nil, cleanUpTimeout: Duration = .seconds(30),
    longestWait: Duration = .seconds(60), seed: UInt64
  ) {
    self.jobs = max(jobs, 1)
    self.retries = retries
    self.mostFailures = mostFailures
    self.timeout = timeout
    self.cleanUpTimeout = cleanUpTimeout
    self.longestWait = longestWait
    self.seed = seed
  }
}
