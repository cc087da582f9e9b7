import Diagnostics
import IDXSpeech
@testable import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// The rules of an imported tenant, read from its file without what that extends.
enum ImportedRules {
  static func of(_ imported: OktaImporter) throws -> TenantRules {
    var diagnostics: [Diagnostic] = []
    let file = SourceFile(name: "made.yaml", text: imported.tenant.yaml)
    let definition = MockTenant.definition(of: file, MockSpeeches.oktaIDX.keys, diagnostics: &diagnostics) {
      _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    var compiler = RulesCompiler(try #require(definition))
    let compiled = compiler.compiled()
    let rules = try #require(compiled)
    let wrong = (diagnostics + compiler.diagnostics).filter { $0.severity == .error }
    #expect(wrong.isEmpty, "\(wrong.map(\.message))")
    return rules
  }
}
