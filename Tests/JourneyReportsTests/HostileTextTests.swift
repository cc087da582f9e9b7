import FoundationEssentials
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// Text of a tenant, or of whoever wrote a scenario, that is meant to do harm: in every field, to every output.
struct HostileTextTests {
  struct Text: CustomTestStringConvertible {
    var testDescription: String
    var text: String
  }

  static let texts = [
    Text(testDescription: "ANSI", text: "a\u{1B}[2J\u{1B}[31mred\u{1B}[0m\u{1B}[1Ab"),
    Text(testDescription: "OSC link and title", text: "\u{1B}]8;;http://evil.test\u{7}click\u{1B}]8;;\u{7}\u{1B}]0;title\u{1B}\\"),
    Text(testDescription: "C1 controls", text: "\u{9B}31mred\u{9D}0;title\u{9C}\u{85}\u{90}q\u{9C}"),
    Text(testDescription: "bidi controls", text: "user\u{202E}txt.exe\u{2066}\u{200F}\u{2069}\u{061C}"),
    Text(testDescription: "NUL and other controls", text: "a\0b\u{7}\u{8}\u{B}\u{C}\u{7F}c"),
    Text(testDescription: "line breaks of every kind", text: "a\r\nb\rc\nd\u{2028}e\u{2029}f\tg"),
    Text(testDescription: "a carriage return over what stands there", text: "FAILED\rpassed"),
    Text(testDescription: "the end of CDATA", text: "]]><x/><![CDATA["),
    Text(testDescription: "attachments", text: "[[ATTACHMENT|/etc/passwd]]\n[[PROPERTY|a=b]]"),
    Text(testDescription: "attachments in disguise", text: "[\u{1B}[0m[ATTACHMENT|/etc/passwd]]"),
    Text(testDescription: "commands of GitHub", text: "::error file=x,line=1::y\n  ::add-mask::x\n##[set-output name=a]b"),
    Text(testDescription: "commands of Azure and TeamCity", text: "##vso[task.setvariable variable=a]b\n##teamcity[testFailed name='x']"),
    Text(testDescription: "markup", text: "</code></testcase><script>alert(1)</script><img src=x onerror=y>&lt;&#0;&amp;\"'"),
    Text(testDescription: "Markdown", text: "```\n````\n# heading\n| a | b |\n[x](javascript:y) ![i](http://evil.test/i) @someone `c`"),
    Text(testDescription: "TAP", text: "x\nnot ok 1 - y\nBail out! # SKIP # TODO\n1..0"),
    Text(testDescription: "no characters", text: "\u{FFFE}\u{FFFF}\u{1FFFE}\u{FEFF}\u{E0001}"),
    Text(testDescription: "escapes of lone surrogates", text: #"\ud800 \udc00 &#xD800; %ED%A0%80"#),
    Text(testDescription: "percent signs", text: "%0A::error::x%25%0D%0A"),
    Text(testDescription: "nothing", text: ""),
  ]

  /// All of them, one behind the other.
  private static let together = texts.map(\.text).joined(separator: "\n")

  /// Each text alone in each field takes minutes; `JOURNEY_HOSTILE=each` does that.
  private static let isThorough = ProcessInfo.processInfo.environment["JOURNEY_HOSTILE"] == "each"

  @Test(arguments: HostileField.allCases)
  func `hostile texts in any field harm no output`(_ field: HostileField) throws {
    for hostile in Self.isThorough ? Self.texts : [Text(testDescription: "all", text: Self.together)] {
      try HostileOutputs(HostileField.run([field], saying: hostile.text)).judge("\(field.rawValue), \(hostile.testDescription)")
    }
  }

  @Test(arguments: texts)
  func `a hostile text in all fields at once harms no output`(_ hostile: Text) throws {
    try HostileOutputs(HostileField.run(Set(HostileField.allCases), saying: hostile.text)).judge("everywhere, \(hostile.testDescription)")
  }

  @Test(arguments: ["ű", "[[\n::error::"])
  func `a text of a megabyte makes no output large`(_ piece: String) throws {
    let text = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    let outputs = try HostileOutputs(HostileField.run([.messageText], saying: text))
    try outputs.judge("a megabyte of \(piece)")
    #expect(outputs.console.utf8.count < 500_000)
    // The log keeps what came.
    for (format, name, written) in outputs.files where format != .json { #expect(written.utf8.count < 2_000_000, "\(name)") }
  }
}
