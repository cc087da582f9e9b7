import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What an import does before anything is written.
struct ImportRunTests {
  @Test func `a mock that does not load is found before it is written`() {
    let text = "tenant: made\nextends: okta-idx/assurance\nissuer: https://made.test\n"
    #expect(ImportRun.problem(of: SourceFile(name: "made.yaml", text: text)) != nil)
  }

  @Test func `an export whose mock loads is imported`() {
    let run = ImportRun(ImportSettings(vendor: .okta, source: "\(Fixtures.packageRoot)/fixtures/imports/okta-heron", name: "heron"))
    #expect(!run.isRefused)
    #expect(run.files.count == 3)
    #expect(run.files.first.map { ImportRun.problem(of: SourceFile(name: $0.path, text: $0.text)) } == .some(nil))
  }
}
