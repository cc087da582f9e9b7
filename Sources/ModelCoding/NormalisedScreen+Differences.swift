package import Encodings

/// One place where a screen is not what its snapshot says.
package struct SnapshotDifference: Sendable, Hashable {
  /// The place in the screen, as `ValuePath` reads it, e.g. `$.forms[0].label`; `the page` for a sentence of it,
  /// `the behaviour of the page` for what it does.
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
  /// The deepest places where the two differ, in the order of the tree, then the sentences of the page that no other place has; empty if
  /// they are equal. A stored screen without a page is compared without it.
  package func differences(from stored: NormalisedScreen) -> [SnapshotDifference] {
    var found: [SnapshotDifference] = []
    Self.compare(stored.screen, screen, at: "$", into: &found)
    if let old = stored.behaviour {
      found += (behaviour ?? PageText("")).changes(since: old).filter { !$0.isMove }.map { change in
        SnapshotDifference(
          path: "the behaviour of the page", stored: change.before.map(JSONValue.string), shown: change.now.map(JSONValue.string))
      }
    }
    guard let old = stored.page else { return found }
    let changes = (page ?? PageText("")).changes(since: old, besides: ToldTexts(before: stored.screen, now: screen))
    let isSame = found.isEmpty
    return found
      // What changed places moves its texts along.
      + changes.filter { isSame || !$0.isMove }.map(\.excerpt).map { change in
        SnapshotDifference(
          path: change.isMove ? "a place on the page" : "the page", stored: change.before.map(JSONValue.string),
          shown: change.isMove ? "at another place" : change.now.map(JSONValue.string))
      }
  }

  private static func compare(
    _ stored: JSONValue?, _ shown: JSONValue?, at path: String, isRead: Bool = false, into found: inout [SnapshotDifference]
  ) {
    guard stored != shown else { return }
    if isRead, let old = stored?.stringValue, let new = shown?.stringValue, PageText(old) == PageText(new) { return }
    switch (stored, shown) {
    case (.object(let old)?, .object(let new)?):
      for name in Set((old + new).map(\.name)).sorted() {
        compare(
          stored?[name], shown?[name], at: path + ValuePath.Step.member(name).text, isRead: ReadMembers.hold(name, of: shown),
          into: &found)
      }
    case (.array(let old)?, .array(let new)?):
      for index in 0..<max(old.count, new.count) {
        compare(stored?[index], shown?[index], at: path + ValuePath.Step.index(index).text, into: &found)
      }
    default: found.append(SnapshotDifference(path: path, stored: stored, shown: shown))
    }
  }
}
