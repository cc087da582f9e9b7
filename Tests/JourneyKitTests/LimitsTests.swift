import Encodings
import FlowDialect
import IDXDialect
import JourneyClient
import JourneyLanguage
import JourneyModel
import JourneyReports
import JourneyTestSupport
import LocatedYAML
import ModelCoding
import Testing

@testable import JourneyKit
@testable import JourneyRunner
@testable import JourneyScenario

struct LimitsTests {
  /// What the page calls a limit, and the program's own number.
  private static let limits: [(name: String, most: Int)] = [
    ("bytes of a body", TransportLimits().bodyBytes),
    ("JSON values in an answer", JSONCounts.answer.values),
    ("members of one JSON object", JSONCounts.answer.members),
    ("bytes of a member's name", JSONCounts.answer.nameBytes),
    ("JSON levels", JSONReader.defaultDepthLimit),
    ("Journey Flow: forms of an answer", FlowLimits.forms),
    ("Journey Flow: widgets of an answer", FlowLimits.widgets),
    ("Journey Flow: options of an answer", FlowLimits.options),
    ("Journey Flow: messages of an answer", FlowLimits.messages),
    ("Journey Flow: nodes of a layout", FlowLimits.layoutNodes),
    ("Journey Flow: bytes of an id", FlowLimits.idBytes),
    ("Identity Engine: forms of a body", IDXLimits.forms),
    ("Identity Engine: fields and options of a body", IDXLimits.fields),
    ("Identity Engine: messages of a body", IDXLimits.messages),
    ("Identity Engine: links of a message", IDXLimits.links),
    ("Identity Engine: facts of a body", IDXLimits.facts),
    ("Identity Engine: bytes of a name", IDXLimits.nameBytes),
    ("redirects behind each other", Browser.redirectLimit),
    ("cookies of a browser", CookieJar.countLimit),
    ("bytes of a cookie", CookieJar.sizeLimit),
    ("messages of an inbox that are asked for", MailpitInbox.mostMessages),
    ("bytes of a YAML file", YAMLLimits.standard.bytes),
    ("YAML levels", YAMLLimits.standard.depth),
    ("YAML nodes that aliases add", YAMLLimits.standard.expandedNodes),
    ("mistakes reported of one file", YAMLLimits.standard.diagnostics),
    ("bytes of a file that a scenario names", ProjectFiles.sizeLimit),
    ("bytes of a policy", PolicyFile.sizeLimit),
    ("cases of one scenario", CaseExpansion.mostCases),
    ("rounds of `repeat`, nested ones multiplied", StepHead.mostRounds),
    ("steps and rounds of one walk, and as many in its clean-up", WalkLimits.mostSteps),
    ("questions of one waiting step", WalkLimits.mostQuestions),
    ("comparisons of two lists, or of messages with expectations", ListPairing.mostComparisons),
    ("bytes of a text made of variables", BoundText.limit),
    ("bytes of a pattern", PatternLimits.patternLength),
    ("parentheses within each other in a pattern", Int(PatternLimits.nesting)),
    ("bytes of a text that a pattern is held against", PatternLimits.textLength),
    ("steps of a pattern's search", PatternLimits.steps),
    ("bytes that a local command writes", LocalCommands.outputLimit),
    ("bytes of a body that is kept", Exchange.Answered.usualBodyLimit),
    ("bytes of a JUnit file, beyond which a warning comes", ReportFile.usualLimit),
  ]

  @Test func `the page of limits has the program's numbers, and no others`() throws {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Limits.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| What ") }
    #expect(rows.map(String.init) == Self.limits.map { "| \($0.name) | \($0.most) |" })
    #expect(page.contains("may have \(JSONCounts.usual.values) values"))
    #expect(page.contains("after each \(WalkLimits.instructionsAtOnce) instructions"))
    #expect(FlowLimits.warnings == 100 && IDXLimits.warnings == 100, "the page says 'the hundredth'")
  }
}
