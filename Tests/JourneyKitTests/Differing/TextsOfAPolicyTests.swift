import Diagnostics
import JourneyInsight
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A draft with one policy on which several texts depend.
@Suite(.serialized) struct TextsOfAPolicyTests {
  @Test func `texts that depend on one policy are told together, and what depends on nothing else by itself`() async throws {
    let texts = (0..<4).map {
      """
              old\($0): {type: static, value: "Old \($0)", when: not policy.brand}
              new\($0): {type: static, value: "New \($0)", when: policy.brand}

      """
    }
    let base = try BaseAndNext.base(with: texts.joined()).replacing("mfa: false", with: "mfa: false, brand: false")
    let next = """
      tenant: next
      extends: base.yaml
      issuer: https://next.test
      policy: {brand: true}
      messages: {wrong: {on: password, en: No.}}

      """
    let scenario = """
      journey: A
      account: ann
      steps:
        - screen: login
          answers: {identifier: "${account.email}", password: nope}
        - screen: login
          messages: any
          answers: {identifier: "${account.email}", password: "${account.password}"}
        - finish:

      """
    let files = ["base.yaml": base, "next.yaml": next, "journeys/a.yaml": scenario]
    let told = try await SampleProject.with(files, tenants: BaseAndNext.tenants) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride("base=next")]
      let run = DiffRun(settings)
      #expect(!run.isRefused, "\(run.diagnostics)")
      return try await run.walk().difference
    }
    let texted = told.groups.filter(\.isOfTexts)
    #expect(texted.map(\.id) == ["base:policy-brand:texts"])
    #expect(texted.first?.changes.count == 8)
    #expect(told.groups.contains { $0.id == "base:login:notice:error/login/password" })
  }
}
