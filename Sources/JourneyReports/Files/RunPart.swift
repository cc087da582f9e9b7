public import JourneyRunner

/// Which of several runs that write into one folder a file is of: runs have different labels, or are shards of one run.
public struct RunPart: Sendable, Hashable {
  /// The caller's name for the run; `nil` for none.
  public var label: String?
  /// `nil` for a run of all cases.
  public var shard: RunStart.Shard?

  public init(label: String? = nil, shard: RunStart.Shard? = nil) {
    self.label = label
    self.shard = shard
  }

  /// The part of a report's run; without label and shard if its log lacks the beginning.
  public init(of report: Report) { self.init(label: report.start?.label, shard: report.start?.shard) }

  /// The shard as names of files have it, e.g. `.shard-2-of-4`; empty for a run of all cases.
  var shardMark: String { shard.map { ".shard-\($0.number)-of-\($0.count)" } ?? "" }

  /// Label and shard as names of files have them: plain ASCII, other than that of any other part.
  var mark: String { labelMark + shardMark }

  private var labelMark: String {
    guard let label else { return "" }
    let plain = String(label.unicodeScalars.prefix(Self.maxLabelLength).map { Self.isPlain($0) ? Character($0) : "_" })
    // Where letters of either case are the same, `shop` and `Shop` would be one file.
    return plain == label && plain.lowercased() == label ? ".\(plain)" : ".\(plain)_\(ShortDigest.of(label))"
  }

  private static let maxLabelLength = 60

  /// Dots are between label and shard.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-": true
    default: false
    }
  }
}
