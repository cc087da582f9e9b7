import Encodings
import JourneyTestSupport
import TenantDecisions
import TenantImport
import Testing

struct SourceTextTests {
  @Test(arguments: [
    ("Staff", "Staff"), ("  a  b ", "a b"), ("", "(no name)"), ("a\u{1B}[31mb", "a [31mb"), ("a\u{202E}b", "a b"),
    ("say \"hi\"", "say 'hi'"),
    ("team of jane.doe@example.com", "team of (address)"), ("https://example.com/x admins", "(address) admins"),
    ("192.0.2.0/24 office", "(address) office"),
    ("00u1a2b3c4d5e6f7g8h9 only", "(user) only"), ("gate 2001:db8::1", "gate (address)"), ("2001:db8:0:0:0:0:0:1/64 lab", "(address) lab"),
    ("IPv6:fe80::1%eth0", "(address)"),
    ("Team::Admins at 10:30:45", "Team::Admins at 10:30:45"), ("rules-00u1a2b3c4d5e6f7g8h9.json", "rules-(user).json"),
    ("groups_00g1a2b3c4d5e6f7g8h9", "groups_(group)"), ("a@", "a@"), ("@here", "@here"), ("1.2.3", "1.2.3"),
  ])
  func `a name of a source is harmless, and shows no address and no user`(_ text: String, _ expected: String) {
    #expect(SourceText.name(text) == expected)
  }

  @Test func `a long name is cut`() { #expect(SourceText.name(String(repeating: "x", count: 500)).count == 101) }

  @Test(arguments: [("Okta Admin Console", "okta-admin-console"), ("Größe!", "gr-e"), ("日本", ""), ("--a--", "a")])
  func `a slug has plain letters and digits`(_ text: String, _ expected: String) {
    #expect(SourceText.slug(text, joinedBy: "-") == expected)
  }

  @Test func `of names that occur twice the oldest object has the plain one, and the others have the end of their ids`() {
    let objects = [("id-0001", "A"), ("id-0002", "B"), ("id-0003", "A"), ("id-0004", "Everyone"), ("x-0001", "A"), ("id-0005", "A (0003)")]
    var names = UniqueNames(reserved: ["Everyone"])
    // Where no time is known, the ids say which is older.
    #expect(names.names(of: objects) == ["A", "B", "A (0003-2)", "Everyone (0004)", "A (0001)", "A (0003)"])
    var timed = UniqueNames()
    let times = ["2024-02-01", "2024-01-01", "2024-01-01", "2024-01-01", "2024-03-01", "2024-01-01"]
    #expect(timed.names(of: objects, created: times) == ["A (0001)", "B", "A", "Everyone", "A (0001-2)", "A (0003)"])
  }

  @Test func `a digest does not depend on the order of members, and leaves out what is no part of the meaning`() throws {
    let one = try JSONReader.read(#"{"a": 1, "b": {"c": 2, "d": 3}, "id": "x"}"#)
    let other = try JSONReader.read(#"{"id": "y", "b": {"d": 3, "c": 2}, "a": 1}"#)
    #expect(MeaningDigest.of(one, without: ["id"]) == MeaningDigest.of(other, without: ["id"]))
    #expect(MeaningDigest.of(one) != MeaningDigest.of(other))
  }
}

struct MemberPathTests {
  @Test func `an id of a user or a group that is a key is not shown`() {
    let path = MemberPath([.member("members"), .member("00g1a2b3c4d5e6f7g8h9"), .member("00u1a2b3c4d5e6f7g8h9")])
    #expect("\(path)" == "members.(group).(user)")
  }
}

struct SourceObjectTests {
  private static func object() throws -> SourceObject {
    SourceObject(
      kind: "rule", name: "R", json: try JSONReader.read(#"{"a": {"b": [1, {"c": null}], "d": [], "f": {}}, "e": "x"}"#),
      mayBeEmpty: ["a.d[]", "a.f[]"])
  }

  @Test func `every member is in one list: what nobody marked is not understood, and the nearest mark counts`() throws {
    var object = try Self.object()
    object.mark("a", .outside, "why")
    object.mark(MemberPath([.member("a"), .member("b"), .element(0)]), .open)
    #expect(
      object.members().map { "\($0.path) \($0.mark.list.rawValue)" } == [
        "a.b[0] open", "a.b[1].c outside", "a.d outside", "a.f outside", "e not understood",
      ])
    #expect(object.worst == .notUnderstood)
    object.mark(["e"], .understood)
    #expect(object.worst == .open)
  }

  @Test func `what is left unread says something`() throws {
    var object = try Self.object()
    #expect(object.unread(below: "a").map { "\($0)" } == ["a.b[0]", "a.f"])
    object.markRest(below: "a")
    #expect(object.members().filter { $0.mark.list == .understood }.map { "\($0.path)" } == ["a.b[1].c", "a.d"])
  }
}

struct SourceFolderTests {
  @Test func `a folder is read in order, files that are no answers are left, and what cannot be read is said`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("[1, 2]", to: "b.json")
      try folder.write(
        "{\"url\": \"https://x.test/api/v1/zones\", \"body\": []}\n\n{\"url\": \"u\", \"body\": 7}\n{oops\n", to: "deep/a.jsonl")
      try folder.write("{\"a\": 1, \"a\": 2}", to: "twice.json")
      try folder.write("no answer", to: "README.md")
      try folder.link("link.json", to: "b.json")
      let read = try SourceFolder(reading: folder.path)
      #expect(read.answers.map(\.file) == ["b.json", "deep/a.jsonl:1", "deep/a.jsonl:3"])
      #expect(read.answers.map(\.url) == [nil, "https://x.test/api/v1/zones", "u"])
      #expect(read.problems.map(\.file) == ["deep/a.jsonl:4", "link.json", "twice.json"])
      #expect(read.problems[1].reason == "links are not followed")
    }
  }

  @Test func `what is past a limit is said`() async throws {
    try await TemporaryFolder.with { folder in
      for place in 1...3 { try folder.write("[]", to: "\(place).json") }
      try folder.write("[[[[]]]]", to: "deep.json")
      var limits = ImportLimits()
      limits.files = 2
      #expect(try SourceFolder(reading: folder.path, limits: limits).problems.map(\.reason) == ["more than 2 files: the rest is not read"])
      limits.files = 10
      limits.depth = 3
      #expect(try SourceFolder(reading: folder.path, limits: limits).problems.map(\.file) == ["deep.json"])
      limits.fileBytes = 1
      #expect(try SourceFolder(reading: folder.path, limits: limits).answers.isEmpty)
    }
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: SourceFolder.Unreadable(reason: "there is no folder '/nowhere/at/all'")) {
      try SourceFolder(reading: "/nowhere/at/all")
    }
  }
}

struct ConditionTextTests {
  private static func group(_ name: String) -> Condition<DecisionAtom> { .atom(.member(fact: "account.groups", name)) }

  @Test(arguments: [
    (Condition.allOf([]), "true"), (.allOf([.always, group("A")]), "account.groups has A"),
    (
      .allOf([group("A"), .anyOf([group("B"), group("C D")])]),
      "account.groups has A and (account.groups has B or account.groups has 'C D')"
    ),
    (.no(.anyOf([group("A"), group("B")])), "not (account.groups has A or account.groups has B)"), (.anyOf([.always, group("A")]), "true"),
    (.no(.no(group("A"))), "account.groups has A"),
    (
      .allOf([group("A"), .anyOf([.atom(.word(fact: "session.risk", "low")), .atom(.word(fact: "session.risk", "high"))])]),
      "account.groups has A and session.risk in [low, high]"
    ),
  ])
  func `a condition is as a mock writes it`(_ condition: Condition<DecisionAtom>, _ text: String) { #expect(condition.written == text) }
}
