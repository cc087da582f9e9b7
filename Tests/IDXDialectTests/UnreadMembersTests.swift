import Encodings
import FoundationEssentials
import JourneyModel
import JourneyTestSupport
import Testing

@testable import IDXDialect

/// Which members of the vendor's bodies change nothing that a person sees, whatever they say: `fixtures/idx-unread.yaml` lists them.
///
/// `RECORD_GOLDEN=1 swift test --filter UnreadMembersTests` writes lower counts into the list; what is new has to be written by hand.
struct UnreadMembersTests {
  @Test(.enabled(if: Corpus.folder != nil, "CORPUS_DIR is not set"))
  func `what the corpus says reaches the screen, but for what is listed with a reason`() throws {
    let found = try Self.unread()
    for problem in try UnreadList.stored(recording: found).problems(with: found) { Testing.Issue.record("\(problem)") }
  }

  @Test func `each member of the list has a reason and a number`() throws {
    let listed = try UnreadList()
    #expect(!listed.groups.isEmpty)
    for group in listed.groups {
      #expect(group.reason.count > 20, "\(group.reason)")
      #expect(!group.members.isEmpty, "\(group.reason)")
    }
    let paths = listed.groups.flatMap { $0.members.map(\.path) }
    #expect(Set(paths).count == paths.count)
  }

  @Test func `a member that grows, is new or is gone is told`() throws {
    let list = UnreadList(
      """
      - reason: Nobody needs to see it on a screen.
        members:
          $.a: 2
          $.b: 1
      """)
    #expect(list.problems(with: ["$.a": 2, "$.b": 1]) == [])
    #expect(
      list.problems(with: ["$.a": 3, "$.c": 1]) == [
        "'$.a' reaches no screen 3 times, 2 are listed", "'$.b' reaches a screen now: take it off the list",
        "'$.c' reaches no screen 1 time, and is not listed",
      ])
    #expect(list.problems(with: ["$.a": 1, "$.b": 1]) == ["'$.a' reaches no screen 1 time, 2 are listed: write 1"])
  }

  /// How often each path is read by nothing.
  private static func unread() throws -> [String: Int] {
    var unread: [String: Int] = [:]
    for entry in try Corpus.entries() {
      let body = try JSONReader.read(Corpus.bytes(entry.file))
      guard let seen = Seen(body) else { continue }
      for leaf in WireLeaf.all(in: body) where !leaf.value.isNull {
        if Seen(body.replacing(leaf.way[...], with: leaf.changed)) != seen { continue }
        if Seen(body.replacing(leaf.way[...], with: nil)) != seen { continue }
        unread[leaf.path, default: 0] += 1
      }
    }
    return unread
  }

  /// What becomes of a body for a person: the screen with all its extras, or the end that it leads to.
  private struct Seen: Equatable {
    let screen: Screen
    let outcome: IDXResponse.Outcome
    let tokenAddress: String?

    init?(_ body: JSONValue) {
      guard let response = IDXResponse(body) else { return nil }
      var mapping = IDXMapping(response)
      screen = mapping.snapshot().screen
      outcome = response.outcome
      tokenAddress = response.success?.href
    }
  }
}

/// `fixtures/idx-unread.yaml`: groups of members, each group with the reason why they reach no screen.
struct UnreadList {
  struct Group {
    var reason: String
    var members: [(path: String, count: Int)]
  }

  private static let path = "fixtures/idx-unread.yaml"

  private(set) var groups: [Group] = []
  private let text: String

  init() throws { self.init(try Fixtures.text(of: Self.path)) }

  /// The list of the file, with lower counts written into it where recording is asked for; nothing is ever added to it.
  static func stored(recording found: [String: Int]) throws -> UnreadList {
    let list = try UnreadList()
    let environment = ProcessInfo.processInfo.environment
    guard environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil else { return list }
    let shrunk = list.lowered(to: found)
    try Data(shrunk.text.utf8).write(to: URL(filePath: "\(Fixtures.packageRoot)/\(path)"), options: .atomic)
    return shrunk
  }

  init(_ text: String) {
    self.text = text
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("- reason: ") {
        groups.append(Group(reason: String(line.dropFirst("- reason: ".count)), members: []))
      } else if let member = Self.member(line) {
        groups[groups.count - 1].members.append(member)
      }
    }
  }

  private static func member(_ line: Substring) -> (path: String, count: Int)? {
    guard let colon = line.lastIndex(of: ":"), let count = Int(line[line.index(after: colon)...].filter { $0 != " " }) else { return nil }
    return (String(line[..<colon].drop { $0 == " " }), count)
  }

  private var counts: [String: Int] {
    Dictionary(groups.flatMap { $0.members.map { ($0.path, $0.count) } }) { first, _ in first }
  }

  /// Where the list and what was found differ, by path.
  func problems(with found: [String: Int]) -> [String] {
    let listed = counts
    return Set(listed.keys).union(found.keys).sorted().compactMap { path in
      let times = { (count: Int) in "\(count) time\(count == 1 ? "" : "s")" }
      switch (listed[path], found[path]) {
      case (nil, let count?): return "'\(path)' reaches no screen \(times(count)), and is not listed"
      case (_?, nil): return "'\(path)' reaches a screen now: take it off the list"
      case (let old?, let new?) where new > old: return "'\(path)' reaches no screen \(times(new)), \(old) are listed"
      case (let old?, let new?) where new < old: return "'\(path)' reaches no screen \(times(new)), \(old) are listed: write \(new)"
      default: return nil
      }
    }
  }

  /// The same list with lower counts, without what is read now.
  func lowered(to found: [String: Int]) -> UnreadList {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
      guard !line.hasPrefix("#"), !line.hasPrefix("- "), let member = Self.member(line) else { return String(line) }
      return found[member.path].map { "    \(member.path): \(min($0, member.count))" }
    }
    return UnreadList(lines.joined(separator: "\n"))
  }
}
