import JourneyTestSupport
import TenantImport
import Testing

/// Plans that Terraform 1.11.4 wrote, with a provider that stands in for the vendor's.
struct TerraformPlanTests {
  static func plan(_ name: String) throws -> TerraformPlan {
    try TerraformPlan(Array(Fixtures.text(of: "fixtures/imports/okta-heron-plans/\(name).json").utf8))
  }

  private static func changed(_ name: String) throws -> [TerraformPlan.Change] { try plan(name).changes.filter { $0.action != .nothing } }

  @Test(arguments: [
    ("20-state", "it is a state and not a plan"), ("21-errored", "making the plan failed ('errored'), so that it is not whole"),
  ])
  func `what is no whole plan is refused in words`(_ name: String, words: String) throws {
    let refusal = #expect(throws: TerraformPlan.Refusal.self) { try Self.plan(name) }
    #expect(refusal?.reason.hasPrefix(words) == true, "\(refusal?.reason ?? "")")
  }

  @Test(arguments: [
    ("", "it is not JSON: "), ("[]", "it is not a plan: it has no 'format_version'"),
    (#"{"format_version": "2.0", "resource_changes": []}"#, "its format is '2.0', and only 1 is read"),
    (#"{"format_version": "1.2"}"#, "it has no 'resource_changes'"),
    (
      #"{"format_version": "1.2", "resource_changes": [{"address": "okta_group.a", "type": "okta_group", "change": {"actions": ["merge"]}}]}"#,
      "a resource of it cannot be read: 'okta_group.a'"
    ),
  ])
  func `what Terraform does not write is refused in words`(_ text: String, words: String) {
    let refusal = #expect(throws: TerraformPlan.Refusal.self) { try TerraformPlan(Array(text.utf8)) }
    #expect(refusal?.reason.hasPrefix(words) == true, "\(refusal?.reason ?? "")")
  }

  @Test func `a resource that is moved in the code, or given up, stays in the org`() throws {
    #expect(try Self.changed("01-no-op").isEmpty)
    #expect(try Self.changed("11-renamed-resource").isEmpty)
    #expect(try Self.changed("12b-removed-forgotten").isEmpty)
    #expect(try Self.changed("11d-replaced").map(\.action) == [.replace])
  }

  @Test func `the ids of what a plan makes are those of the resources that it refers to`() throws {
    let sources = try Self.changed("14-unknown-ids").first { $0.address.hasSuffix(".portal_interns") }?.sources
    #expect(sources?["groups_included"] == ["okta_group.employees", "okta_group.interns"])
    #expect(sources?["network_includes"] == ["okta_network_zone.office", "okta_network_zone.branch"])
    #expect(sources?["id"] == nil)
  }

  @Test func `through modules, variables, outputs, counts and keys, too`() throws {
    var found: [String: [String]] = [:]
    for name in ["15-two-modules", "10b-count", "15b-module-for-each", "10-for-each"] {
      for change in try Self.changed(name) {
        for attribute in ["policy_id", "groups_included", "authentication_policy"] {
          if change.unknown.contains(attribute) { found["\(change.address) \(attribute)"] = change.sources[attribute] ?? ["?"] }
        }
      }
    }
    #expect(found["module.sales_deny.okta_app_signon_policy_rule.deny policy_id"] == ["module.sales.okta_app_signon_policy.this"])
    #expect(found["module.sales_deny.okta_app_signon_policy_rule.deny groups_included"] == ["module.support.okta_group.team"])
    #expect(
      found["module.support.okta_app_signon_policy_rule.this groups_included"]
        == ["okta_group.contractors", "okta_group.employees", "module.support.okta_group.team"])
    #expect(found["okta_app_oauth.payroll authentication_policy"] == ["module.support.okta_app_signon_policy.this"])
    #expect(found["okta_app_signon_policy_rule.desk[1] groups_included"] == ["okta_group.desk[1]"])
    #expect(
      found["okta_app_signon_policy_rule.portal_contractors_out groups_included"]
        == ["okta_group.contractors", "okta_group.desk[0]", "okta_group.desk[1]"])
    // The values of a map are not in the configuration.
    #expect(found["okta_app_signon_policy_rule.partners[\"auditors\"] groups_included"] == ["?"])
  }

  @Test func `what the provider works out is not open, and what is marked as sensitive is not shown`() throws {
    let interns = try #require(try Self.changed("14-unknown-ids").first { $0.address.hasSuffix(".portal_interns") })
    #expect(interns.unknown.subtracting(interns.unset) == ["groups_included", "network_includes"])
    let hidden = try Self.changed("13-sensitive").filter { $0.type == "okta_app_signon_policy_rule" }.flatMap(\.hidden)
    #expect(Set(hidden).isSuperset(of: ["name"]), "\(hidden)")
  }
}
