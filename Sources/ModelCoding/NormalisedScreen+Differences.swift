package import Encodings

/// One place where a screen is not what its snapshot says.
package struct SnapshotDifference: Sendable, Hashable {
  /// The place in the screen, as `ValuePath` reads it, e.g. `$.forms[0].label`.
  package var path: String
  /// What is stored; `nil` if nothing is.
  package var stored: JSONValue?
  /// What is shown; `nil` if nothing is.
  package var shown: JSONValue?

  package init(path: String, stored: JSONValue?, shown: JSONValue?) {
    self.path = path
    self.stored = stored
    self.shown = shown
  }
}

extension NormalisedScreen {
  /// The deepest places where the two differ, in the order of the tree; empty if they are equal.
  package func differences(from stored: NormalisedScreen) -> [SnapshotDifference] {
    var found: [SnapshotDifference] = []
    Self.compare(stored.screen, screen, at: "$", into: &found)
    return found
  }

  private static func compare(
    _ stored: JSONValue?, _ shown: JSONValue?, at path: String, into found: inout [SnapshotDifference]
  ) {
    guard stored != shown else { return }
    switch (stored, shown) {
    case (.object(let old)?, .object(let new)?):
      for name in Set((old + new).map(\.name)).sorted() {
        compare(stored?[name], shown?[name], at: path + ValuePath.Step.member(name).text, into: &found)
      }
    case (.array(let old)?, .array(let new)?):
      for index in 0..<max(old.count, new.count) {
        compare(stored?[index], shown?[index], at: path + ValuePath.Step.index(index).text, into: &found)
      }
    default: found.append(SnapshotDifference(path: path, stored: stored, shown: shown))
    }
  }
}
