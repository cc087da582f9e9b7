import FoundationEssentials

/// What the process was started with; the one place that reads it.
enum ProcessEnvironment {
  /// Every environment variable.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  /// How many processors there are.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Whether a continuous integration service runs this.
  static var isCI: Bool { !(variables["CI"] ?? "").isEmpty }
}
