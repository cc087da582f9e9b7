import Encodings
import JourneyTestSupport
import OktaImport
import TenantImport
import Testing

/// What an import asks an org for.
struct OktaAPITests {
  @Test func `the page has every request with its scope`() throws {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/ImportOkta.md")
    #expect(page.contains("<!-- requests -->\n\(OktaAPI.table)<!-- end of requests -->\n"))
  }

  @Test func `each policy's rules and each authenticator's methods are asked for once`() throws {
    let folder = try MadeOrg().folder()
    let paths = OktaAPI().lists(of: folder.answers + folder.answers).map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(paths.contains("/api/v1/policies/p1/rules"))
    #expect(paths.contains { $0.hasPrefix("/api/v1/authenticators/") && $0.hasSuffix("/methods") })
    #expect(paths.allSatisfy { $0.hasSuffix("/rules") || $0.hasSuffix("/methods") })
  }

  @Test(arguments: [401, 403]) func `a request without a token that the org refused names no scope`(_ status: Int) {
    let api = OktaAPI()
    #expect(api.refusal(of: api.first, status: status) == "the org refused it (\(status)), though it takes no token")
    #expect(api.lists.allSatisfy { api.refusal(of: $0, status: status).contains("scope '") })
  }

  @Test func `an answer that the org refused names the scope that it takes`() throws {
    let refused = JSONValue.object([.init("errorCode", .string("E0000006"))])
    let answers = try MadeOrg().folder().answers.filter { $0.file != "zones.json" }
    let more = SourceAnswer(file: "zones.json", url: "https://made.okta.test/api/v1/zones?limit=200", body: refused)
    let findings = try OktaImporter(SourceFolder(answers: answers + [more]), name: "made").report.findings
    #expect(findings.first { $0.id == "missing: answer to zones" }?.reason.contains("'okta.networkZones.read'") == true, "\(findings)")
  }
}
