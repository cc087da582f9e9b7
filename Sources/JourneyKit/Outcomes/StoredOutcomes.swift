/// How tables differ from those that a file keeps.
public enum StoredOutcomes: Sendable, Hashable {
  case same
  /// The lines that went, each after `- `, and those that came, each after `+ `.
  case different([String])
  /// Why the file cannot be read, lower case, without a full stop.
  case unreadable(String)

  /// A table of a large organisation has a few megabytes.
  private static let limit = 64 * 1024 * 1024

  /// Compares tables with a file, line by line.
  public init(_ text: String, in path: String) {
    let stored: String
    do throws(BoundedFile.Failure) {
      stored = String(decoding: try BoundedFile.bytes(of: path, limit: Self.limit), as: UTF8.self)
    } catch {
      self = .unreadable("'\(path)' cannot be read")
      return
    }
    let before = stored.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let now = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // A difference names what went from the end; a person reads from the top.
    let difference = now.difference(from: before)
    let changes = difference.removals.sorted { $0.offset < $1.offset } + difference.insertions
    let lines = changes.map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    self = stored == text ? .same : .different(lines)
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}
