import JourneyLanguage

/// Durations as scenarios write them.
public enum DurationSetting {
  /// E.g. `500ms`, `30s`, `15m`, `1h30m`.
  public static func parse(_ text: String) throws(SettingsProblem) -> Duration {
    do { return try DurationText.parse(text) } catch { throw .duration(error.message) }
  }
}
