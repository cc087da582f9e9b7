import Encodings
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// Everything that is written of one run, and what must hold of it whatever the run says.
struct HostileOutputs {
  /// What a terminal and a server's log get, at every verbosity, one behind the other.
  private(set) var console = ""
  /// The reports by their names.
  private(set) var files: [(format: ReportFormat, name: String, text: String)] = []
  private let cases: Int

  init(_ run: SampleRun) throws {
    let report = try run.report
    cases = report.cases.count
    for verbosity in ConsoleStyle.Verbosity.allCases {
      var console = ConsoleReport(verbosity: verbosity)
      for event in run.events { for piece in console.record(event) { self.console += piece.text } }
    }
    for dialect in JUnitDialect.allCases {
      for (index, text) in try JUnitReportTests.documents(run, dialect).enumerated() {
        files.append((.junit, "\(dialect)-\(index).xml", text))
      }
    }
    for format in ReportFormat.allCases {
      var bytes: [UInt8] = []
      try format.writer.write(report) { piece throws(ReportError) in bytes += piece }
      files.append((format, format.rawValue, try #require(String(validating: bytes, as: UTF8.self), "\(format) is not UTF-8")))
    }
  }

  func judge(_ note: String) throws {
    judgeConsole(note)
    for (format, name, text) in files {
      let note = "\(name): \(note)"
      // The log is data: what it holds is escaped as JSON asks, and no more.
      if format != .json, let bad = Self.control(in: text) { Issue.record("U+\(String(bad.value, radix: 16)) in \(note)") }
      try judges[format]?(text, note)
    }
  }

  /// The first scalar that steers whoever shows the text.
  private static func control(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.first {
      switch $0.value {
      case 0x0A, 0x09: false
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF, 0x1FFFE...0x1FFFF: true
      default: false
      }
    }
  }

  /// What holds of one format beside that no text of it steers a terminal.
  private var judges: [ReportFormat: (String, String) throws -> Void] {
    [
      .tap: judgeTAP, .markdown: judgeMarkdown, .html: { HTMLPage($0).judge($1) }, .github: judgeGitHub, .json: judgeLog,
      .junit: judgeXML,
    ]
  }

  private func judgeConsole(_ note: String) {
    if let bad = Self.control(in: console) { Issue.record("U+\(String(bad.value, radix: 16)) on the console: \(note)") }
    for line in console.split(separator: "\n") {
      #expect(!line.drop { $0 == " " || $0 == "\t" }.hasPrefix("::"), "\(note): \(line)")
      #expect(!line.contains("##[") && !line.contains("##vso[") && !line.contains("##teamcity["), "\(note): \(line)")
    }
  }

  private func judgeXML(_ text: String, _ note: String) throws {
    let root = try XMLTree.root(of: text)
    let found = root.name == "testcase" ? [root] : root.descendants("testcase")
    #expect(!found.isEmpty && found.allSatisfy { $0["name"]?.isEmpty == false && $0["classname"]?.isEmpty == false }, "\(note)")
    #expect(root.descendants("script").isEmpty && root.descendants("x").isEmpty && root.descendants("img").isEmpty, "\(note)")
    #expect(!text.contains("[[") && !text.contains("evil.test\u{7}"), "\(note)")
  }

  /// Whole lines only: points, their blocks, and comments.
  private func judgeTAP(_ text: String, _ note: String) {
    let lines = text.split(separator: "\n")
    #expect(lines.prefix(2) == ["TAP version 14", "1..\(cases)"], "\(note)")
    let points = lines.dropFirst(2).filter { !$0.hasPrefix("  ") }
    #expect(points.count == cases, "\(note)")
    for (number, point) in points.enumerated() {
      #expect(point.hasPrefix("ok \(number + 1) - ") || point.hasPrefix("not ok \(number + 1) - "), "\(note): \(point)")
    }
    #expect(points.filter { $0.replacing("\\\\", with: "").replacing("\\#", with: "").contains("#") }.count == 1, "\(note): \(points)")
  }

  /// What is left where blocks and spans of code are taken out is ours, word for word.
  private func judgeMarkdown(_ text: String, _ note: String) {
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if ticks == open, line == open { fence = nil }
        continue
      }
      if ticks.count >= 3 {
        fence = ticks
        continue
      }
      let left = Self.withoutCode(line)
      for word in ["<script", "<img", "](", "@someone", "alert(", "# heading", "::"] {
        #expect(!left.contains(word), "\(note): \(line)")
      }
    }
    #expect(fence == nil, "a block is not closed: \(note)")
  }

  private static func withoutCode(_ line: Substring) -> String {
    var left = ""
    var rest = line
    while let start = rest.firstIndex(of: "`") {
      left += rest[..<start]
      let fence = rest[start...].prefix { $0 == "`" }
      let behind = rest[fence.endIndex...]
      guard let end = behind.firstRange(of: fence) else { return left + behind }
      rest = behind[end.upperBound...]
    }
    left += rest
    return left.replacing(#/<code>[^<>]*<\/code>/#, with: "")
  }

  private func judgeGitHub(_ text: String, _ note: String) {
    for line in text.split(separator: "\n") {
      #expect(line.hasPrefix("::error file=") || line.hasPrefix("::warning file="), "\(note): \(line)")
      let parts = line.dropFirst(2).split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
      let names = parts[0].split(separator: " ", maxSplits: 1).last?.split(separator: ",").compactMap { $0.split(separator: "=").first }
      #expect(names == ["file", "line", "col", "endColumn", "title"] && parts.count == 2, "\(note): \(line)")
    }
  }

  private func judgeLog(_ text: String, _ note: String) throws {
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(note)")
    for line in text.split(separator: "\n") {
      let json = try JSONReader.read(Array(line.utf8))
      #expect(json["v"] == 1, "\(note)")
    }
  }
}
