/// What the studio begins with, and where it is served.
public struct StudioSettings: Sendable {
  /// The tenant, the person, the file and the scenario to go on from, as for a recording.
  public var recording: RecordSettings
  /// Whether a file was named; else the page asks for one.
  public var isFileNamed: Bool
  /// 0 for a free one.
  public var port = 0

  /// - Parameter file: `nil` where the page asks for a name.
  public init(file: String? = nil) {
    recording = RecordSettings(file: file ?? Self.usualFile)
    isFileNamed = file != nil
  }

  /// What the page proposes where no file was named.
  static let usualFile = "journeys/recorded.yaml"
}
