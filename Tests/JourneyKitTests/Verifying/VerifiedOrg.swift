import Diagnostics
import Encodings
import FoundationEssentials
import JourneyClient
import OktaImport
import JourneyTestSupport
import Synchronization

@testable import JourneyKit

/// A project with an import of the heron org, compared with an org that may be another one, in this process.
struct VerifiedOrg: Sendable {
  static let address = "https://heron.okta.test"
  static let tenants = """
    tenants:
      heron: {dialect: okta-idx, mock: _mock/heron/heron.yaml, client: {id: portal, redirect_uri: "https://portal.heron.test/callback"}}
      own: {dialect: okta-idx, mock: _mock/own.yaml, client: {id: portal, redirect_uri: "https://portal.heron.test/callback"}}
    """

  var run: VerifyRun
  var said: [String]
  var requests: [HTTPRequestMessage]
  var questions: [JSONValue] {
    get throws { try requests.filter { $0.method == "POST" }.map { try JSONReader.read($0.body) } }
  }

  /// - Parameters:
  ///   - own: what the tenant `own` has in addition to the import, which it extends; `nil` to verify the import itself.
  ///   - edited: changes the import's file.
  static func of(
    _ api: MadeManagementAPI, own: String? = nil, simulates: Bool = true, edited: (String) -> String = { $0 }
  ) async throws -> VerifiedOrg {
    let original = ImportRun(ImportSettings(vendor: .okta, source: MadeOrgImport.folder, name: "heron"))
    return try await TemporaryFolder.with { folder in
      try folder.write(tenants, to: "journeys/tenants.yaml")
      try folder.write(edited(original.files[0].text), to: "journeys/_mock/heron/heron.yaml")
      try folder.write("tenant: own\nextends: heron/heron.yaml\nissuer: https://own.test\n\(own ?? "")", to: "journeys/_mock/own.yaml")
      var settings = VerifySettings(tenant: own == nil ? "heron" : "own")
      settings.run.paths = [folder.file("journeys")]
      settings.run.seed = 7
      settings.simulates = simulates
      settings.org = address
      let said = Mutex<[String]>([])
      let today = try await MadeOrgImport.of(api).run
      var run = VerifyRun(settings, comparing: today)
      try await run.compare()
      if simulates {
        let connection = try OrgConnection(to: address, access, folder: "journeys")
        let reader = OrgReader(OktaAPI(), connection, over: api, say: { _ in })
        await run.simulate(reader, at: address) { line in said.withLock { $0.append(line) } }
      }
      return VerifiedOrg(run: run, said: said.withLock { $0 }, requests: await api.requests)
    }
  }

  private static var access: OrgAccess {
    var access = OrgAccess(secret: "OKTA_TOKEN")
    access.environment = ["OKTA_TOKEN": MadeManagementAPI.token]
    return access
  }
}
