import Encodings
import JourneyMock
import JourneyTestSupport
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Exports in which one list or one scope is missing: the import goes on and says so, and what it tells as known is what the whole export
/// tells.
struct PartialExportTests {
  /// What is decided, and for whom.
  private struct Probe {
    var kind: RuleKind
    var app: String?
    var values: FactValues
    var demand: String
  }

  /// A whole export, with what it tells of everybody.
  private struct Whole {
    var answers: [SourceAnswer]
    var missing: Set<String>
    var probes: [Probe]

    init(_ answers: [SourceAnswer]) throws {
      self.answers = answers
      let imported = try OktaImporter(SourceFolder(answers: answers), name: "whole")
      missing = PartialExportTests.missing(imported)
      let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
      probes = []
      for app in rules.apps { probes += try Self.probes(rules, app) }
    }

    /// One person and situation of each class at an app, with open flags and without.
    private static func probes(_ rules: TenantRules, _ app: RuledApp) throws -> [Probe] {
      let here = Condition<DecisionAtom>.atom(.word(fact: "session.client", app.name))
      return try RuleKind.allCases.flatMap { kind -> [Probe] in
        let sequence = kind == .app ? rules.sequence(ofAppList: app.list ?? "") : rules.sequence(of: kind)
        return try RuleRegions([sequence], of: rules, given: [here]).outcomes.flatMap { outcome -> [Probe] in
          var values = rules.complete(outcome.example, isOfPerson: true).updated(with: rules.complete(outcome.example, isOfPerson: false))
          values = values.updated(with: outcome.example)
          values.words["session.client"] = app.name
          var open = values
          open.flags = [:]
          return [values, open].map { values in
            Probe(
              kind: kind, app: kind == .app ? app.name : nil, values: values,
              demand: MadeOrg.decision(sequence, rules, values).demand)
          }
        }
      }
    }
  }

  private static func missing(_ imported: OktaImporter) -> Set<String> {
    Set(imported.report.findings.map(\.id).filter { $0.hasPrefix("missing: ") })
  }

  /// Imports what is left, and compares what it tells.
  private static func expectHonest(_ rest: [SourceAnswer], of whole: Whole, _ name: String) throws {
    try expectHonest(SourceFolder(answers: rest), of: whole, name)
  }

  private static func expectHonest(_ folder: SourceFolder, of whole: Whole, _ name: String) throws {
    let imported = try OktaImporter(folder, name: "whole")
    #expect(!Self.missing(imported).subtracting(whole.missing).isEmpty, "\(name): nothing more is missing")
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    var notKnown = 0
    for probe in whole.probes {
      let sequence: RuleSequence
      if let app = probe.app {
        // Of an app that is not there nothing is told, and that there may be more apps is.
        guard let list = rules.apps.first(where: { $0.name == app })?.list else {
          let hasOthers = rules.apps.contains { $0.standsForOthers }
          #expect(hasOthers, "without \(name): no app '\(app)'")
          continue
        }
        sequence = rules.sequence(ofAppList: list)
      } else {
        sequence = rules.sequence(of: probe.kind)
      }
      let demand = MadeOrg.decision(sequence, rules, probe.values).demand
      if demand == "not known" { notKnown += 1 }
      if demand == "not known" || demand == probe.demand { continue }
      Issue.record(
        "without \(name): \(probe.kind) \(probe.app ?? ""): \(probe.values.wording): '\(demand)', and the whole export has '\(probe.demand)'"
      )
    }
  }

  private static func refused(_ answer: SourceAnswer) -> SourceAnswer {
    var answer = answer
    answer.body = .object([
      .init("errorCode", .string("E0000006")),
      .init("errorSummary", .string("You do not have permission to perform the requested action")),
    ])
    return answer
  }

  private static func made() throws -> [SourceAnswer] {
    try MemberLifeTests.org.folder().answers
      + [
        SourceAnswer(
          file: "org.json", url: "https://made.okta.test/.well-known/okta-organization",
          body: try JSONReader.read(#"{"id": "00o1", "pipeline": "idx"}"#))
      ]
  }

  private static func heron() throws -> [SourceAnswer] {
    try SourceFolder(reading: "\(Fixtures.packageRoot)/\(HeronTests.folder)").answers
  }

  @Test(arguments: ["made", "heron"]) func `each list left out, or refused, is missing, and nothing is told as known that is not`(
    _ org: String
  ) throws {
    let whole = try Whole(org == "made" ? Self.made() : Self.heron())
    #expect(whole.probes.count > 60, "\(whole.probes.count)")
    let files = Set(whole.answers.map(\.file)).sorted()
    for file in files where !whole.answers.contains(where: { $0.file == file && $0.body.arrayValue?.isEmpty == true }) {
      try Self.expectHonest(whole.answers.filter { $0.file != file }, of: whole, file)
      try Self.expectHonest(whole.answers.map { $0.file == file ? Self.refused($0) : $0 }, of: whole, "\(file), which is refused,")
    }
  }

  /// What is left of a page.
  private static let pages = [
    "[{\"id\": \"tru", "", "null", "<html>",
    #"{"errorCode": "E0000047", "errorSummary": "API call exceeded rate limit", "errorCauses": []}"#,
  ]

  @Test(arguments: pages) func `a list of which a page is damaged or refused is not told as known`(_ page: String) async throws {
    let whole = try Whole(Self.heron())
    let before = try OktaImporter(SourceFolder(answers: whole.answers), name: "whole")
    let all = whole.answers.filter { $0.file.hasSuffix(".json") && $0.file != "okta-organization.json" }
    for answer in page == Self.pages[0] ? all : all.filter({ ["apps.json", "zones.json", "rules-portal.json"].contains($0.file) }) {
      let items = answer.body.arrayValue ?? []
      for place in Set([0, items.count - 1]) where !items.isEmpty {
        try await TemporaryFolder.with { folder in
          for other in whole.answers where other.file != answer.file {
            let isLine = other.url != nil
            try folder.write(
              isLine ? other.line : JSONWriter.text(of: other.body),
              to: isLine ? other.file.replacing(":", with: "-") + ".jsonl" : other.file)
          }
          let left = items.enumerated().filter { $0.offset != place }.map(\.element)
          try folder.write(JSONWriter.text(of: .array(left)), to: answer.file)
          try folder.write(page, to: answer.file.replacing(".json", with: ".page2.json"))
          let read = try SourceFolder(reading: folder.path)
          let name = "\(answer.file)#\(place + 1) '\(page.prefix(12))'"
          try Self.expectHonest(read, of: whole, name)
          let difference = try MadeOrg.difference(before, OktaImporter(read, name: "whole"))
          #expect(difference.changes.isEmpty, "without \(name): \(difference.changes.map(\.sentence))")
        }
      }
    }
  }

  @Test(arguments: ["apps", "policies?type=ACCESS_POLICY", "zones", "policies/p1/rules"])
  func `a list of which a page is gone is not told as known`(_ list: String) throws {
    let whole = try Whole(Self.made())
    let rest = whole.answers.map { answer -> SourceAnswer in
      guard answer.file == "\(list).json" else { return answer }
      var answer = answer
      answer.page = SourceAnswer.Page(number: 1, count: 2)
      return answer
    }
    try Self.expectHonest(rest, of: whole, list)
    let difference = try MadeOrg.difference(
      OktaImporter(SourceFolder(answers: whole.answers), name: "whole"), OktaImporter(SourceFolder(answers: rest), name: "whole"))
    #expect(difference.changes.isEmpty, "\(difference.changes.map(\.sentence))")
    #expect(!difference.doubts.isEmpty)
  }

  @Test func `without the list of apps no one is said to be no longer able to sign in`() throws {
    let whole = try MadeOrg().imported()
    for list in ["apps", "policies?type=ACCESS_POLICY"] {
      for (before, now) in [(whole, try MadeOrg(without: [list]).imported()), (try MadeOrg(without: [list]).imported(), whole)] {
        let difference = try MadeOrg.difference(before, now)
        #expect(difference.changes.isEmpty, "\(list): \(difference.changes.map(\.sentence))")
        #expect(difference.doubts.contains { $0.apps.contains("portal") }, "\(list): \(difference.doubts.map(\.sentence))")
      }
    }
  }

  @Test func `a damaged file of another name may hold anything, and one of a list's name is of that list`() async throws {
    try await TemporaryFolder.with { folder in
      for (place, answer) in try Self.made().enumerated() { try folder.write(answer.line, to: "list-\(place).jsonl") }
      try folder.write("[{", to: "zones.page3.json")
      #expect(try Self.isKnown(.enrolment, OktaImporter(SourceFolder(reading: folder.path), name: "made")))
      #expect(try !Self.isKnown(.session, OktaImporter(SourceFolder(reading: folder.path), name: "made")))
      try folder.write("[{", to: "export.json")
      #expect(try !Self.isKnown(.enrolment, OktaImporter(SourceFolder(reading: folder.path), name: "made")))
    }
  }

  private static func isKnown(_ kind: RuleKind, _ imported: OktaImporter) throws -> Bool {
    let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
    return MadeOrg.decision(rules.sequence(of: kind), rules, FactValues(words: ["session.client": "portal"])).demand != "not known"
  }

  /// The addresses that a scope opens, as far as they begin so.
  private static let scopes = [
    ("okta.apps.read", ["apps"]), ("okta.groups.read", ["groups"]), ("okta.networkZones.read", ["zones"]),
    ("okta.authenticators.read", ["authenticators"]), ("okta.behaviors.read", ["behaviors"]),
    ("okta.deviceAssurance.read", ["device-assurances"]), ("okta.userTypes.read", ["meta/types/user"]),
  ]

  @Test(arguments: scopes) func `each scope that is refused is missing, and nothing is told as known that is not`(
    _ scope: String, _ lists: [String]
  ) throws {
    let whole = try Whole(Self.made())
    let rest = whole.answers.compactMap { answer -> SourceAnswer? in
      let name = String(answer.file.dropLast(".json".count))
      guard lists.contains(where: { name == $0 || name.hasPrefix("\($0)/") }) else { return answer }
      // Nobody can ask for the methods of authenticators whose ids are not known.
      return name.hasSuffix("/methods") ? nil : Self.refused(answer)
    }
    try Self.expectHonest(rest, of: whole, scope)
  }

  @Test func `without the scope of policies nothing is imported`() throws {
    let rest = try Self.made().map { $0.file.hasPrefix("policies") ? Self.refused($0) : $0 }
    do throws(OktaImporter.Refusal) {
      _ = try OktaImporter(SourceFolder(answers: rest), name: "whole")
      Issue.record("it is imported")
    } catch {
      #expect(
        error.reason == "the folder has no policy of an Okta org: fetch '/api/v1/policies?type=ACCESS_POLICY' and the others into it")
    }
  }
}
