import Diagnostics
import Encodings
import FlowDialect
import HostedDialect
import IDXDialect
import JourneyClient
import JourneyLanguage
import JourneyMockServer
import JourneyModel
import JourneyTestSupport
import LocatedYAML
import ModelCoding
import TenantImport
import Testing

@testable import JourneyKit
@testable import JourneyMock
@testable import JourneyReports
@testable import JourneyRunner
@testable import JourneyScenario

struct LimitsTests {
  /// What the page calls a limit, and the program's own number.
  private static let limits: [(name: String, most: Int)] = [
    ("bytes of a body", TransportLimits().bodyBytes),
    ("bytes of a request's first line and headers", TransportLimits().requestHeadBytes),
    ("JSON values in a response", JSONCounts.answer.values),
    ("members of one JSON object", JSONCounts.answer.members),
    ("bytes of a member's name", JSONCounts.answer.nameBytes),
    ("JSON levels", JSONReader.defaultDepthLimit),
    ("Journey Flow: forms of a response", ResponseLimits.flow.forms),
    ("Journey Flow: widgets of a response", ResponseLimits.flow.widgets),
    ("Journey Flow: options of a response", ResponseLimits.flow.options),
    ("Journey Flow: messages of a response", ResponseLimits.flow.messages),
    ("Journey Flow: nodes of a layout", ResponseLimits.flow.layoutNodes),
    ("Journey Flow: bytes of an id", ResponseLimits.flow.idBytes),
    ("Identity Engine: forms of a body", ResponseLimits.idx.forms),
    ("Identity Engine: fields and options of a body", ResponseLimits.idx.widgets),
    ("Identity Engine: messages of a body", ResponseLimits.idx.messages),
    ("Identity Engine: links of a message", ResponseLimits.idx.links),
    ("Identity Engine: facts of a body", ResponseLimits.idx.facts),
    ("Identity Engine: bytes of a name", ResponseLimits.idx.idBytes),
    ("redirects in a row", Browser.redirectLimit),
    ("redirects in a row on web pages", NavigationChain.redirectLimit),
    ("cookies of a browser", CookieJar.countLimit),
    ("bytes of a cookie", CookieJar.sizeLimit),
    ("messages requested from an inbox", MailpitInbox.maxMessages),
    ("bytes of a YAML file", YAMLLimits.standard.bytes),
    ("YAML levels", YAMLLimits.standard.depth),
    ("YAML nodes that aliases add", YAMLLimits.standard.expandedNodes),
    ("errors reported for one file", YAMLLimits.standard.diagnostics),
    ("bytes of an error's text", Diagnostic.messageLimit),
    ("bytes of a file that a scenario names", ProjectFiles.sizeLimit),
    ("bytes of a policy", PolicyFile.sizeLimit),
    ("cases of one scenario", CaseExpansion.maxCases),
    ("tags of one scenario, or of one folder", Scenario.maxTags),
    ("entries of `exclude`", Scenario.Matrix.maxExclusions),
    ("rounds of `repeat`, nested ones multiplied", StepHead.maxRounds),
    ("steps and rounds of one walk, and as many in its clean-up", WalkLimits.maxSteps),
    ("requests of one waiting step", WalkLimits.maxQuestions),
    ("comparisons of two lists, or of messages with expectations", ListPairing.maxComparisons),
    ("bytes of a text made of variables", BoundText.limit),
    ("bytes of a pattern", PatternLimits.patternLength),
    ("nested parentheses in a pattern", Int(PatternLimits.nesting)),
    ("bytes of a text that a pattern is matched with", PatternLimits.textLength),
    ("steps of a pattern's search", PatternLimits.steps),
    ("bytes that a local command writes", LocalCommands.outputLimit),
    ("bytes of a world's own answers and faults", ArrangedBytes.limit),
    ("bytes of texts and claims that tests wrote for its people", Accounts.bytesLimit),
    ("people of a world", Accounts.limit),
    ("pages of one list of an org", OrgLimits().pages),
    ("requests of one import", OrgLimits().requests),
    ("bytes of all answers of an org", OrgLimits().answers.allBytes),
    ("bytes of one answer of an org", OrgConnection.limits.bodyBytes),
    ("seconds of one wait for an org", Int(OrgLimits().pause.components.seconds)),
    ("seconds of all waits for an org", Int(OrgLimits().pauses.components.seconds)),
    ("seconds of reading an org", Int(OrgLimits().duration.components.seconds)),
    ("questions to an org's own evaluator", Simulation.most),
    ("bytes of a line", LogLines.longest),
    ("bytes of a body that is kept", Exchange.Answered.usualBodyLimit),
    ("bytes of a JUnit file without a warning", ReportFile.usualLimit),
  ]

  @Test func `the page of limits has the program's numbers, and no others`() throws {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Limits.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| What ") }
    #expect(rows.map(String.init) == Self.limits.map { "| \($0.name) | \($0.most) |" })
    #expect(page.contains("may have \(JSONCounts.usual.values) values"))
    #expect(page.contains("after each \(WalkLimits.instructionsAtOnce) instructions"))
    #expect(page.contains("for \(MockServerSettings().idleLimit.components.seconds) seconds"), "idle connections of a mock")
    #expect(Warnings.limit == 100, "the page says 'at most 100 warnings'")
    #expect(page.contains("may be off by \(IDTokenExpectations.leeway) seconds"))
  }
}
