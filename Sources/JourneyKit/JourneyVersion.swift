/// Which release this is.
public enum JourneyVersion {
  /// As `journey --version` prints it.
  public static let text = "0.1.0"
}
