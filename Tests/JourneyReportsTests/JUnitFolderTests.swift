import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// A folder with a file for each suite.
struct JUnitFolderTests {
  private static func write(_ run: SampleRun, to folder: TemporaryFolder, _ dialect: JUnitDialect = .surefire) throws {
    try JUnitFolder(path: folder.path).write(try run.report, as: JUnitReport(dialect: dialect))
  }

  private static func run(files: [String], label: String? = nil, shard: RunStart.Shard? = nil) -> SampleRun {
    var run = SampleRun(shard: shard) { $0.label = label }
    for file in files {
      run.plan(file, SampleRun.planned("Sign in", file: file))
      run.pass(file)
      run.end(file, .passed)
    }
    run.endRun()
    return run
  }

  @Test(arguments: JUnitDialect.allCases)
  func `each suite is a document of its own in every dialect, and names are those of the whole`(_ dialect: JUnitDialect) async throws {
    try await TemporaryFolder.with { folder in
      try Self.write(.everyVerdict(), to: folder, dialect)
      let roots = try folder.names().map { try XMLTree.root(of: try folder.text(of: $0)) }
      #expect(roots.map(\.name) == [String](repeating: dialect.hasRoot ? "testsuites" : "testsuite", count: 2))
      let names = roots.flatMap { $0.descendants("testcase") }.compactMap { $0["name"] }
      let whole = try JUnitReportTests.roots(.everyVerdict(), dialect).flatMap { $0.descendants("testcase") }.compactMap { $0["name"] }
      #expect(names.sorted() == whole.sorted() && names.count == 5)
    }
  }

  @Test func `names of files are plain, and stay apart`() async throws {
    let files = [
      "journeys/a.yaml", "journeys/a.yml", "journeys/A.yaml", "journeys/é x.yaml", "journeys/è x.yaml", "journeys/a.b.yaml",
      "journeys/a_b.yaml", String(repeating: "long/", count: 100) + "1.yaml", String(repeating: "long/", count: 100) + "2.yaml",
    ]
    try await TemporaryFolder.with { folder in
      try Self.write(Self.run(files: files), to: folder)
      let names = try folder.names()
      #expect(names.count == files.count && Set(names.map { $0.lowercased() }).count == files.count)
      #expect(names.allSatisfy { $0.wholeMatch(of: /TEST-[A-Za-z0-9._-]+\.xml/) != nil && $0.utf8.count <= 255 }, "\(names)")
      #expect(names.contains("TEST-journeys.a.xml"))
    }
  }

  @Test(arguments: [("shop.a", "shop_a", "a"), ("shop.a", "shop_a", "a.b"), (nil, nil, "a.b")] as [(String?, String?, String)])
  func `runs whose names differ by a dot keep their files`(first: String?, second: String?, name: String) async throws {
    try await TemporaryFolder.with { folder in
      func folderName(_ label: String?) -> String { label.map { "\($0)/" } ?? "" }
      try Self.write(Self.run(files: ["\(folderName(first))journeys/\(name).yaml"], label: first), to: folder)
      let before = try folder.names()
      let other = "\(folderName(second))journeys/\(name.replacing(".", with: "_")).yaml"
      try Self.write(Self.run(files: [other], label: second), to: folder)
      let isAnother = first != second
      let after = try folder.names()
      #expect(before.count == 1 && after.count == (isAnother ? 2 : 1) && after.contains(before[0]) == isAnother, "\(before) \(after)")
    }
  }

  @Test func `files of an earlier run go, those of others stay`() async throws {
    try await TemporaryFolder.with { folder in
      try Self.write(Self.run(files: ["journeys/old.yaml", "journeys/both.yaml"]), to: folder)
      try folder.write("<testsuite name=\"theirs\"/>", to: "TEST-com.example.Theirs.xml")
      try folder.write("notes", to: "notes.txt")
      try Self.write(Self.run(files: ["journeys/both.yaml", "journeys/new.yaml"]), to: folder)
      #expect(
        try folder.names() == ["TEST-com.example.Theirs.xml", "TEST-journeys.both.xml", "TEST-journeys.new.xml", "notes.txt"])
    }
  }

  @Test func `a run leaves the files of other shards and of other labels, and those without one`() async throws {
    let parts: [(RunPart, own: String)] = [
      (RunPart(), "TEST-a.xml"), (RunPart(label: "north"), "TEST-a.xml"), (RunPart(label: "north.x"), "TEST-a.xml"),
      (RunPart(shard: .init(number: 1, count: 2)), "TEST-a.shard-1-of-2.xml"),
      (RunPart(shard: .init(number: 2, count: 2)), "TEST-a.shard-2-of-2.xml"),
      (RunPart(label: "north", shard: .init(number: 1, count: 2)), "TEST-a.shard-1-of-2.xml"),
    ]
    try await TemporaryFolder.with { folder in
      var before: [String] = []
      for (number, (part, own)) in parts.enumerated() {
        try Self.write(Self.run(files: ["part\(number)/a.yaml"], label: part.label, shard: part.shard), to: folder)
        before.append(own.replacing("TEST-", with: "TEST-part\(number)."))
        #expect(try folder.names() == before.sorted())
      }
      for (number, (part, own)) in parts.enumerated() {
        JUnitFolder(path: folder.path).removeEarlier(part)
        before.removeAll { $0 == own.replacing("TEST-", with: "TEST-part\(number).") }
        #expect(try folder.names() == before.sorted(), "\(part)")
      }
    }
  }

  @Test func `labels that differ by upper and lower case have files of different names`() async throws {
    try await TemporaryFolder.with { folder in
      var pages = try #require(CasePages(folder: folder.path))
      for label in ["shop", "Shop", "SHOP"] {
        pages.part = RunPart(label: label)
        try pages.write(try SampleRun.everyVerdict().report)
      }
      let names = try folder.names()
      #expect(names.count == 9 && Set(names.map { $0.lowercased() }).count == 9, "\(names)")
    }
  }

  @Test func `pages of cases are those of a label and a shard`() async throws {
    try await TemporaryFolder.with { folder in
      var pages = try #require(CasePages(folder: folder.path))
      var names: [[String]] = []
      let parts = [nil, "north", "a.b"].flatMap { [RunPart(label: $0), RunPart(label: $0, shard: .init(number: 1, count: 2))] }
      for part in parts {
        pages.part = part
        let before = try folder.names()
        try pages.write(try SampleRun.everyVerdict().report)
        names.append(try folder.names().filter { !before.contains($0) })
      }
      #expect(names.allSatisfy { $0.count == 3 })
      for (index, part) in parts.enumerated() {
        pages.part = part
        pages.removeEarlier()
        #expect(try folder.names() == names[(index + 1)...].joined().sorted(), "\(part)")
      }
    }
  }

  @Test func `a run that cannot write one file leaves all as they were`() async throws {
    try await TemporaryFolder.with { folder in
      try Self.write(Self.run(files: ["journeys/a.yaml", "journeys/b.yaml"]), to: folder)
      let before = try folder.names().map { try folder.bytes(of: $0) }
      try folder.makeFolder("TEST-journeys.c.xml")
      let error = ReportError.file(ReportFileError(path: folder.file("TEST-journeys.c.xml"), .isFolder))
      #expect(throws: error) { try Self.write(Self.run(files: ["journeys/a.yaml", "journeys/c.yaml"]), to: folder) }
      let names = try folder.names()
      #expect(names == ["TEST-journeys.a.xml", "TEST-journeys.b.xml", "TEST-journeys.c.xml"])
      #expect(try names.dropLast().map { try folder.bytes(of: $0) } == before)
    }
  }

  @Test func `what a killed run left is removed by the next one, and nothing else`() async throws {
    try await TemporaryFolder.with { folder in
      let left = ["TEST-journeys.a.xml.journey-Ab3dE6", "report.xml.journey-Xy12Zz"]
      let others = ["TEST-journeys.a.xml.journey-long-name", "report.xml.backup", "other.xml.journey-Xy12Zz"]
      for name in left + others { try folder.write("half", to: name) }
      try Self.write(Self.run(files: ["journeys/a.yaml"]), to: folder)
      try ReportFile.write(try Self.run(files: ["journeys/a.yaml"]).report, as: JUnitReport(), to: folder.file("report.xml"))
      #expect(try folder.names() == (others + ["TEST-journeys.a.xml", "report.xml"]).sorted())
    }
  }

  @Test func `a device is written to as it is, and a full one is named`() throws {
    let report = try SampleRun.everyVerdict().report
    #expect(try ReportFile.write(report, as: JUnitReport(), to: "/dev/null") > 1000)
    #expect(throws: ReportError.file(ReportFileError(path: "/dev/full", .diskFull))) {
      try ReportFile.write(report, as: JUnitReport(), to: "/dev/full")
    }
  }
}
