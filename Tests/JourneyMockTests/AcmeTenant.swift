import Diagnostics
import FoundationEssentials
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import Testing

/// A shipped tenant, read from its files as a run reads it.
enum AcmeTenant {
  static func load(_ name: String = "acme.yaml") throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(try file(name), speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do {
        return try file(path)
      } catch {
        throw UnreadableInclude("no such file")
      }
    }
    #expect(diagnostics.map { "\($0.range?.description ?? ""): \($0.message)" } == [])
    return try #require(tenant)
  }

  static func file(_ name: String) throws -> SourceFile {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(folder)/fixtures/tenants/\(name)"
    return SourceFile(name: name, text: try String(contentsOf: URL(filePath: path), encoding: .utf8))
  }
}
