import JourneyInsight
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A mock is walked once more at another time and with another seed: what differs then is no change, and everything else is.
@Suite(.serialized) struct ControlWalkTests {
  private static func changes(_ before: String, _ now: String) async throws -> [String] {
    let text = { (value: String) in try BaseAndNext.base(with: "        said: {type: static, value: \"\(value)\"}\n") }
    let files = [
      "base.yaml": try text(before), "next.yaml": try text(now).replacing("tenant: base", with: "tenant: next"),
      "journeys/a.yaml": BaseAndNext.signIn,
    ]
    return try await SampleProject.with(files, tenants: BaseAndNext.tenants) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride("base=next")]
      let run = DiffRun(settings)
      #expect(!run.isRefused, "\(run.diagnostics)")
      return try await run.walk().difference.changes.map(\.id)
    }
  }

  @Test(arguments: [
    ("Hívjon: 361234567", "Hívjon: 361234568"), ("Kód: a7f3b9c2", "Kód: a7f3b9c3"), ("Open until 4 pm", "Open until 5 pm"),
    ("Since 26 November 2026", "Since 3 May 2027"), ("Pay 12:50 now", "Pay 99:50 now"),
  ])
  func `a text that a mock has at any time is compared word by word`(before: String, now: String) async throws {
    #expect(try await Self.changes(before, now) == ["base:login:text:login/said"])
    #expect(try await Self.changes(before, before) == [])
  }
}
