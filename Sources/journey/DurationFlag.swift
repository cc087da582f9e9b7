import ArgumentParser
import JourneyKit

/// A duration as a flag takes it, e.g. `60s`.
enum DurationFlag {
  static func read(_ text: String, of flag: String) throws -> Duration {
    do { return try DurationSetting.parse(text) } catch { throw ValidationError("\(flag): \(error.message()).") }
  }
}
