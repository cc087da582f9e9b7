import Diagnostics
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyTestSupport
import Testing

/// What tenants extend is a file like any other.
struct StandardTests {
  struct Standard: Sendable, CustomTestStringConvertible {
    let speeches: MockSpeeches
    let path: String
    /// What its texts are written in, where that is more than one language.
    var languages = ""
    var testDescription: String { path }
  }

  private static let standards = [
    Standard(speeches: .journeyFlow, path: "Sources/JourneyFlowSpeech/Standard/standard.yaml", languages: "languages: [en, hu, de]\n"),
    Standard(speeches: .oktaIDX, path: "Sources/IDXSpeech/Standard/standard.yaml"),
  ]

  @Test(arguments: standards)
  func `the standard that is built in is the file, so that places in it are true`(_ standard: Standard) throws {
    let file = try #require(standard.speeches.all.first?.standard)
    #expect(file.text == (try Fixtures.text(of: standard.path)))
  }

  /// Every name, condition and widget in it is looked up, as those of a tenant are; only people and apps are not its own.
  @Test(arguments: standards)
  func `nothing is wrong with a standard by itself`(_ standard: Standard) throws {
    let text = try Fixtures.text(of: standard.path)
    var found: [Diagnostic] = []
    let file = SourceFile(name: standard.path, text: "extends: \(standard.speeches.all[0].standard.name)\n" + standard.languages + text)
    _ = MockTenant.load(file, speeches: standard.speeches, diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("there is no such file")
    }
    #expect(Set(found.filter { $0.severity == .error }.map(\.id)).subtracting([.missingKey, .unusedName]) == [], "\(found.map(\.message))")
  }

  @Test func `what is wrong with something that a tenant extends is told at its line in the file`() throws {
    let speech = try #require(MockSpeeches.oktaIDX.all.first)
    var found: [Diagnostic] = []
    // Without its other forms, the screen is not what the standard's state says of it.
    let text = """
      tenant: org
      extends: okta-idx/standard
      clients: {app: {redirect_uris: ["https://app.test/cb"]}}
      screens: {identify: {forms: {identify: {identifier: {type: text, label: Username}}}}}

      """
    _ = MockTenant.load(SourceFile(name: "org.yaml", text: text), speeches: .oktaIDX, diagnostics: &found) {
      _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("there is no such file")
    }
    let refused = try #require(found.first { $0.message.contains("'unlock-account'") })
    let place = try #require(refused.range)
    #expect(place.file.name == "okta-idx/standard")
    let lines = speech.standard.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[place.start.line - 1].contains("unlock-account:"))
  }
}
