import JourneyTestSupport
import OktaImport
import TenantImport
import Testing

/// Imported orgs that are kept as files: the tests of what a mock sends read them.
struct KeptOrgTests {
  private static let orgs: [String: MadeOrg] = [
    "one-proof": MadeOrg(), "plain": PlantedOrgFaultTests.plain, "groups": PlantedOrgFaultTests.groups,
    "devices": PlantedOrgFaultTests.devices,
  ]

  @Test(arguments: ["one-proof", "plain", "groups", "devices"]) func `its mock is as kept`(_ name: String) throws {
    let tenant = try #require(Self.orgs[name]).imported().tenant
    let difference = try Golden(target: "OktaImport").difference(of: tenant.yaml, from: "\(name).yaml")
    #expect(difference == nil, "\(difference ?? "")")
    _ = try MadeOrg.mock(tenant)
  }
}
