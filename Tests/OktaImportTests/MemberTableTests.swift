import Encodings
import FoundationEssentials
import JourneyTestSupport
import OktaImport
import TenantImport
import Testing

/// The table of members on the page of the import, over all recorded answers and all that the specification has.
struct MemberTableTests {
  private static let page = "Sources/JourneyKit/JourneyKit.docc/ImportOkta.md"
  private static let shown: [ImportList] = [.understood, .open, .outside, .assumed, .missing, .notUnderstood]

  private static func lists() throws -> MemberLists {
    var lists = MemberLists()
    lists.add(try OktaImporter(SourceFolder(answers: SpecifiedOrg.answers()), name: "specified"))
    lists.add(try OktaCorpusTests.withPasswordPolicies()) { object, path in
      OktaCorpusTests.isOfItsPolicy(object) && !OktaCorpusTests.isOfSeveralOrgs(object, path)
    }
    return lists
  }

  private static func table(_ lists: MemberLists) -> String {
    var lines = ["", "| policies and rules of | members | \(shown.map(\.rawValue).joined(separator: " | ")) |"]
    lines.append("|---|\(String(repeating: "---|", count: shown.count + 1))")
    for kind in MemberLists.kinds {
      let counts = shown.map { lists.paths(kind, $0).count }
      lines.append("| \(kind) | \(lists.members[kind]?.count ?? 0) | \(counts.map(String.init).joined(separator: " | ")) |")
    }
    lines.append("")
    for kind in MemberLists.kinds {
      for list in shown where list != .understood && list != .open {
        let paths = lists.paths(kind, list)
        if !paths.isEmpty { lines.append("- \(kind), \(list.rawValue): \(paths.map { "`\($0)`" }.joined(separator: ", "))") }
      }
    }
    return (lines + [""]).joined(separator: "\n") + "\n"
  }

  @Test(.enabled(if: OktaCorpusTests.folder != nil, "CORPUS_DIR is not set")) func `the page has the table of members`() throws {
    let (start, end) = ("<!-- members -->\n", "<!-- end of members -->")
    let text = try Fixtures.text(of: Self.page)
    let parts = text.split(separator: start, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let rest = try #require(parts[1].firstRange(of: end))
    let table = Self.table(try Self.lists())
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      let changed = String(parts[0]) + start + table + parts[1][rest.lowerBound...]
      try changed.write(toFile: "\(Fixtures.packageRoot)/\(Self.page)", atomically: true, encoding: .utf8)
    } else {
      #expect(String(parts[1][..<rest.lowerBound]) == table)
    }
  }

  @Test func `no member that the specification has is not understood but what is named here`() throws {
    var lists = MemberLists()
    lists.add(try OktaImporter(SourceFolder(answers: SpecifiedOrg.answers()), name: "specified"))
    let rest = MemberLists.kinds.flatMap { kind in lists.paths(kind, .notUnderstood).map { "\(kind) \($0)" } }
    #expect(rest == Self.notRead)
    #expect(MemberLists.kinds.flatMap { lists.paths($0, .missing) } == [])
  }

  private static let notRead = [
    "app actions.appSignOn.verificationMethod.id", "app actions.appSignOn.verificationMethod.type",
    "app conditions.platform.exclude[].os.expression", "app conditions.platform.exclude[].os.version.matchType",
    "app conditions.platform.exclude[].os.version.value", "app conditions.platform.include[].os.expression",
    "app conditions.platform.include[].os.version.matchType", "app conditions.platform.include[].os.version.value",
    "enrolment conditions.app.exclude[].name", "enrolment conditions.app.exclude[].type", "password conditions.authProvider.include[]",
  ]

  @Test(.enabled(if: OktaCorpusTests.folder != nil, "CORPUS_DIR is not set"), arguments: MemberLists.kinds)
  func `of what recorded rules decide at least 95 of 100 members are understood or open`(_ kind: String) throws {
    let rules = try OktaCorpusTests.withPasswordPolicies().report.objects.filter {
      $0.kind == "\(kind) rule" && OktaCorpusTests.isOfItsPolicy($0)
    }
    let members = rules.flatMap { object in
      object.members().filter { member in
        // Where access is refused, and in rules that are switched off, nothing is asked.
        guard case .member(let first)? = member.path.steps.first, ["conditions", "actions"].contains(first) else { return false }
        return !member.mark.reason.hasPrefix("nothing is asked") && !member.mark.reason.hasSuffix("switched off")
          && !member.mark.reason.hasSuffix("has this policy") && !member.mark.reason.hasSuffix("has its policy")
      }
    }
    // An id leads nowhere where the object that it is of was not recorded.
    let known = members.filter { [.understood, .open, .missing].contains($0.mark.list) }
    #expect(members.isEmpty || known.count * 100 >= members.count * 95, "\(known.count) of \(members.count)")
    if known.count * 100 < members.count * 95 {
      let rest = Set(members.filter { ![.understood, .open, .missing].contains($0.mark.list) }.map { "\($0.path): \($0.mark)" })
      print("\(kind): \(rest.sorted().joined(separator: "\n"))")
    }
  }
}
