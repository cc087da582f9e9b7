import Encodings
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// An import compared with the org of another day, and with how the org's own evaluator decides.
@Suite struct VerifyRunTests {
  @Test("an org that has not changed is so, and its evaluator decides as the mock does")
  func same() async throws {
    let verified = try await VerifiedOrg.of(try MadeManagementAPI())
    #expect(verified.run.diagnostics.isEmpty)
    #expect(verified.run.isUnchanged)
    #expect(!verified.run.fails)
    print(verified.run.text)
    print(verified.said)
    for question in try verified.questions { print(JSONWriter.text(of: question)) }
  }
}
