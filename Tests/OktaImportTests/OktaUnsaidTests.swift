import Encodings
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What an org leaves unsaid where it looks as if it were said.
struct OktaUnsaidTests {
  @Test(arguments: ["types", "methods", "authenticationMethods"])
  func `an empty list of what is allowed is not known to allow everything`(_ list: String) throws {
    let org = MadeOrg(app: [("A", "null", MadeOrg.assurance("1FA", #"{"possession": {"\#(list)": [], "required": true}}"#))])
    let answers = try org.lists.map { name, text in
      SourceAnswer(file: "\(name).json", url: "https://made.okta.test/api/v1/\(name)", body: try JSONReader.read(text))
    }
    let imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
    #expect(imported.tenant.open.count == 1, "\(imported.tenant.open)")
    #expect(try MadeOrg.decision(MadeOrg.mock(imported.tenant), app: "portal", FactValues()).demand == "not known")
  }
}
