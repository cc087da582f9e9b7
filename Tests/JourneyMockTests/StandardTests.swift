import Diagnostics
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyModel
import JourneyTestSupport
import Testing

/// What tenants extend is a file like any other.
struct StandardTests {
  struct Standard: Sendable, CustomTestStringConvertible {
    let speeches: MockSpeeches
    let path: String
    /// Its place among those of its dialect.
    var place = 0
    /// What its texts are written in, where that is more than one language.
    var languages = ""
    var testDescription: String { path }
  }

  private static let standards = [
    Standard(speeches: .journeyFlow, path: "Sources/JourneyFlowSpeech/Standard/standard.yaml", languages: "languages: [en, hu, de]\n"),
    Standard(speeches: .oktaIDX, path: "Sources/IDXSpeech/Standard/standard.yaml"),
    Standard(speeches: .oktaIDX, path: "Sources/IDXSpeech/Standard/assurance.yaml", place: 1),
  ]

  @Test(arguments: standards)
  func `the standard that is built in is the file, so that places in it are true`(_ standard: Standard) throws {
    let speech = try #require(standard.speeches.all.first)
    let file = ([speech.standard] + speech.furtherStandards)[standard.place]
    #expect(file.text == (try Fixtures.text(of: standard.path)))
  }

  /// Every name, condition and widget in it is looked up, as those of a tenant are; only people and apps are not its own.
  @Test(arguments: standards.filter { $0.place == 0 })
  func `nothing is wrong with a standard by itself`(_ standard: Standard) throws {
    let text = try Fixtures.text(of: standard.path)
    var found: [Diagnostic] = []
    let file = SourceFile(name: standard.path, text: "extends: \(standard.speeches.all[0].standard.name)\n" + standard.languages + text)
    _ = MockTenant.load(file, speeches: standard.speeches, diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    #expect(Set(found.filter { $0.severity == .error }.map(\.id)).subtracting([.missingKey, .unusedName]) == [], "\(found.map(\.message))")
  }

  /// What its people are asked for is theirs to say, so that it is only whole with rules.
  @Test func `the flow of an org with rules has no way around them`() throws {
    var found: [Diagnostic] = []
    let name = "journeys/_heath/_mock/heath.yaml"
    let file = SourceFile(name: name, text: try Fixtures.text(of: name))
    let tenant = MockTenant.load(file, speeches: .oktaIDX, diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    #expect(found.map(\.message) == [])
    let flow = try #require(tenant?.flowGraph)
    // Whatever the conditions say: what no edge leads to from the first screen, or from a link in a message, is out of everybody's reach.
    var reached: Set<String> = [flow.start, "enroll_verify_poll", "activated", "reset", "email"]
    var open = Array(reached)
    while let id = open.popLast() {
      let edges = flow.states.first { $0.id == id }?.edges ?? []
      open += edges.map(\.target).filter { reached.insert($0).inserted }
    }
    func states(leadingTo target: String) -> Set<String> {
      Set(flow.states.filter { state in reached.contains(state.id) && state.edges.contains { $0.target == target } }.map(\.id))
    }
    // Only who has given everything gets there, and from there to tokens; of the other standard's states that lead to tokens none is left.
    #expect(states(leadingTo: "settled") == ["assurance", "expired_password", "profile"])
    #expect(states(leadingTo: "consent") == ["settled"])
    #expect(states(leadingTo: "finish") == ["consent", "approval"])
  }

  @Test(arguments: ["password", "passkey", "question"])
  func `an org on that flow may lack any authenticator`(_ authenticator: String) throws {
    let text = try Fixtures.text(of: "journeys/_heath/_mock/heath.yaml")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("  \(authenticator): {") }
    let file = SourceFile(name: "heath.yaml", text: lines.joined(separator: "\n"))
    var found: [Diagnostic] = []
    let tenant = MockTenant.load(file, speeches: .oktaIDX, diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("no such file")
    }
    #expect(tenant != nil && found.filter { $0.severity == .error }.map(\.message) == [])
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
      throw UnreadableInclude("no such file")
    }
    let refused = try #require(found.first { $0.message.contains("'unlock-account'") })
    let place = try #require(refused.range)
    #expect(place.file.name == "okta-idx/standard")
    let lines = speech.standard.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[place.start.line - 1].contains("unlock-account:"))
  }
}
