import Diagnostics
import Encodings
import FoundationEssentials
import JourneyTestSupport
import OktaImport
import TenantImport
import Testing

/// Answers that real orgs gave, which are not part of this project: `CORPUS_DIR` names the folder above `okta-config`.
struct OktaCorpusTests {
  static let folder = ProcessInfo.processInfo.environment["CORPUS_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/okta-config" }

  private static func imported() throws -> OktaImporter { try OktaImporter(SourceFolder(answers: answers()), name: "corpus") }

  static func answers() throws -> [SourceAnswer] {
    var seen: Set<String> = []
    return try SourceFolder(reading: try #require(folder)).answers.compactMap { answer -> SourceAnswer? in
      guard answer.body["pipeline"] == nil else { return nil }
      var one = answer
      one.url = answer.url.map(ofOneOrg)
      one.body = try JSONReader.read(ofOneOrg(JSONWriter.text(of: answer.body)))
      guard let items = one.body.arrayValue else { return isNew(one.body, &seen) ? one : nil }
      one.body = .array(items.filter { isNew($0, &seen) })
      return one
    }
  }

  /// With one host for the addresses of all orgs.
  private static func ofOneOrg(_ text: String) -> String {
    let parts = text.replacing("http://", with: "https://").split(separator: "https://", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { whole, part in
      let rest = part.drop { $0 != "/" && $0 != "\"" }
      return whole + "https://one.okta.test" + rest
    }
  }

  /// Objects were recorded again and again: one of each is enough.
  private static func isNew(_ json: JSONValue, _ seen: inout Set<String>) -> Bool {
    guard let id = json["id"]?.stringValue ?? json["_links"]?["self"]?["href"]?.stringValue else { return true }
    return seen.insert(id).inserted
  }

  /// What the answers of one org cannot have: rules with one priority, and a default policy for the Everyone group of another org.
  static func isOfSeveralOrgs(_ object: SourceObject, _ path: MemberPath) -> Bool {
    "\(path)" == "priority" || object.json["system"]?.boolValue == true && "\(path)" == "conditions.people.groups.include[0]"
  }

  /// Ids of different policies were made the same where they were recorded: some rules seem to be of one of passwords.
  static func isOfItsPolicy(_ object: SourceObject) -> Bool {
    !object.kind.hasPrefix("password ") || object.json["type"]?.stringValue == "PASSWORD"
  }

  /// The members without members of a value.
  static func leaves(_ value: JSONValue) -> Int {
    switch value {
    case .object(let members) where !members.isEmpty: members.reduce(0) { $0 + leaves($1.value) }
    case .array(let items) where !items.isEmpty: items.reduce(0) { $0 + leaves($1) }
    default: 1
    }
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set")) func `no member of a recorded answer is lost`() throws {
    let imported = try Self.imported()
    #expect(imported.report.objects.count > 400)
    for object in imported.report.objects { #expect(object.members().count == Self.leaves(object.json), "\(object.kind) '\(object.name)'") }
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `of recorded rules of apps, sessions and enrolment every member is understood, open or named`() throws {
    let read = ["app rule", "session rule", "enrolment rule", "app policy", "session policy", "enrolment policy"]
    let members = try Self.imported().report.objects.filter { read.contains($0.kind) }.flatMap { object in
      object.members().map { (object, $0) }
    }
    #expect(members.count > 2_000)
    let unread = members.filter { $1.mark.list == .notUnderstood && !Self.isOfSeveralOrgs($0, $1.path) }.map { "\($0.name): \($1.path)" }
    #expect(unread.isEmpty, "\(unread)")
  }

  /// With a policy for each recorded rule of passwords: most of these are without their own.
  static func withPasswordPolicies() throws -> OktaImporter {
    let answers = try Self.answers()
    let parents = Set(
      answers.flatMap { $0.body.arrayValue ?? [$0.body] }.filter { $0["type"]?.stringValue == "PASSWORD" }.compactMap(Self.policy))
    let known = answers.flatMap { $0.body.arrayValue ?? [$0.body] }.compactMap { $0["id"]?.stringValue }
    let policies = try parents.subtracting(known).sorted().enumerated().map { place, id in
      SourceAnswer(
        file: "policy \(id).json", url: "https://one.okta.test/api/v1/policies/\(id)",
        body: try JSONReader.read(
          "{\"id\": \"\(id)\", \"type\": \"PASSWORD\", \"status\": \"ACTIVE\", \"name\": \"\(id)\", \"priority\": \(place + 10), "
            + "\"conditions\": null, \"settings\": \(MadeOrg.passwords)}"))
    }
    return try OktaImporter(SourceFolder(answers: answers + policies), name: "corpus")
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `of recorded password policies and rules at least 95 of 100 members are understood, open or outside`() throws {
    let imported = try Self.withPasswordPolicies()
    let members = imported.report.objects.filter {
      ["password policy", "password rule"].contains($0.kind) && $0.json["type"]?.stringValue == "PASSWORD"
    }.flatMap { object in
      object.members().map { (object, $0) }
    }
    #expect(members.count > 400)
    let rest = members.filter { ![.understood, .open, .outside, .missing].contains($1.mark.list) && !Self.isOfSeveralOrgs($0, $1.path) }
    #expect(rest.count * 20 < members.count, "\(rest.map { "\($0.name): \($1.path): \($1.mark)" })")
    #expect(rest.filter { $1.mark.list == .notUnderstood }.map { "\($1.path)" } == [])
    let missing = Set(members.filter { $1.mark.list == .missing }.map { "\($1.path)".prefix { $0 != "[" } })
    #expect(
      missing.isSubset(of: ["conditions.people.groups.include", "conditions.people.groups.exclude", "conditions.network.include"]),
      "\(missing)")
  }

  /// The policy of a rule, by its link.
  private static func policy(of rule: JSONValue) -> String? {
    let steps = rule["_links"]?["self"]?["href"]?.stringValue?.split(separator: "/") ?? []
    guard let place = steps.firstIndex(of: "policies"), steps.count > place + 2, steps[place + 2] == "rules" else { return nil }
    return String(steps[place + 1])
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set")) func `the same bytes twice`() throws {
    let (one, other) = (try Self.imported(), try Self.imported())
    #expect(one.tenant.yaml == other.tenant.yaml)
    #expect(one.report.json == other.report.json)
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set")) func `no user, address or host of the source is in an output`() throws {
    let imported = try Self.imported()
    let text = imported.tenant.yaml + imported.report.markdown
    for secret in ["00u", "okta.test", "dne-okta.com", "okta.com/", "https://classic", "@okta", "REDACTED"] {
      #expect(!text.contains(secret), "'\(secret)'")
    }
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set")) func `what it comes to loads, as far as one org may have it`() throws {
    let (_, diagnostics) = try MadeOrg.load(Self.imported().tenant)
    // The recorded answers are of many orgs; the standard's flow reads authenticators that some of them do not have.
    let errors = diagnostics.filter { $0.severity == .error }.map(\.message)
    #expect(errors.allSatisfy { $0.contains("is not a word of") || $0.contains("at most") }, "\(errors)")
  }
}
