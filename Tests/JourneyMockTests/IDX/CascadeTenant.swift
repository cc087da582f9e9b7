import Diagnostics
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import Testing

/// The shipped org, read from its file as a run reads it.
enum CascadeTenant {
  static func load(_ name: String = "cascade.yaml") throws -> MockTenant { try load(try AcmeTenant.file(name)) }

  /// An org of this text, which may extend the shipped ones.
  static func load(_ file: SourceFile) throws -> MockTenant {
    let (tenant, diagnostics) = read(file)
    #expect(diagnostics.map { "\($0.range?.description ?? ""): \($0.message)" } == [])
    return try #require(tenant)
  }

  static func read(_ file: SourceFile) -> (tenant: MockTenant?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(file, speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do {
        return try AcmeTenant.file(String(path.split(separator: "/").last ?? ""))
      } catch {
        throw UnreadableInclude("no such file")
      }
    }
    return (tenant, diagnostics)
  }

  /// A small org with this beside its name.
  static func org(_ rest: String) -> SourceFile {
    SourceFile(name: "org.yaml", text: "tenant: org\nextends: cascade.yaml\n" + rest)
  }
}
