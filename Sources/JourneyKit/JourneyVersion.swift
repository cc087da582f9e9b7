/// Which release this is, and which commit it was built from.
public enum JourneyVersion {
  /// The release, as reports and the event log name it.
  public static let text = "0.1.0"

  /// The text in the archive of a commit: git replaces it, as `.gitattributes` requires.
  private static let archivedCommit = "$Format:%H$"

  /// The commit; `nil` in a build of a working copy, whose files may differ from every commit.
  public static var commit: String? { commit(named: archivedCommit) }

  /// As `journey --version` prints it.
  public static var full: String { full(commit: commit) }

  /// A commit's whole hash, where the text is one.
  static func commit(named text: String) -> String? {
    let isHash = text.utf8.count == 40 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isHash ? text : nil
  }

  static func full(commit: String?) -> String {
    commit.map { "\(text) (commit \($0.prefix(12)))" } ?? "\(text) (built from a working copy)"
  }
}
