import SystemCalls

/// A folder of pages, one for each case that did not pass, for servers that show attachments of a JUnit case.
///
/// They are named in the report as the folder is written: a relative one as GitLab and Azure want it, an absolute one as Jenkins
/// does. Pages of an earlier run with the same label and shard, which are in their names, are replaced by those of this one.
public struct CasePages: Sendable {
  private static let prefix = "case-"
  private static let suffix = ".html"
  private static let maxNameLength = 100

  /// As in reports, without a slash at its end.
  public let folder: String

  /// How the pages are written.
  public var page = HTMLReport()
  /// Whose pages they are.
  public var part = RunPart()

  /// `nil` if a server would not understand the folder's name: it may hold neither brackets, bars nor line breaks.
  public init?(folder: String) {
    var folder = folder
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    guard !folder.isEmpty, folder.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !"[]|".unicodeScalars.contains($0) }) else { return nil }
    self.folder = folder
  }

  /// Writes a page for each case that did not pass, the flaky ones included.
  public func write(_ report: Report) throws(ReportError) {
    try StagedFile.checkWay(into: folder)
    StagedFile.removeLeftovers(in: folder, of: isPage)
    var names: Set<String> = []
    for (index, reported) in report.cases.enumerated() {
      guard let name = name(of: reported) else { continue }
      names.insert(name)
      let staged = try ReportFile.stage(for: "\(folder)/\(name)") { file throws(ReportError) in
        try file.write(searchedBy: report, .markup) { sink throws(ReportError) in
          try page.write(reported, at: index, of: report, to: sink)
        }
      }
      try ReportError.writing { () throws(ReportFileError) in try staged.put() }
    }
    for path in pages(but: names) { try ReportError.writing { () throws(ReportFileError) in try StagedFile.remove(path) } }
  }

  /// Removes the pages of earlier runs, as far as they can be.
  public func removeEarlier() {
    for path in pages(but: []) { StagedFile.removeEarlier(path) }
  }

  private func pages(but written: Set<String>) -> [String] {
    FolderEntry.names(in: folder).filter { isPage($0[...]) && !written.contains($0) }.map { "\(folder)/\($0)" }
  }

  /// Where the page of a case is; `nil` for one that has none.
  func path(of reported: ReportedCase) -> String? { name(of: reported).map { "\(folder)/\($0)" } }

  private func name(of reported: ReportedCase) -> String? {
    guard !reported.failedAttempts.isEmpty else { return nil }
    let plain = String(reported.id.unicodeScalars.prefix(Self.maxNameLength).map { Self.isPlain($0) ? Character($0) : "_" })
    return "\(Self.prefix)\(plain)-\(ShortDigest.of(reported.id))\(part.mark)\(Self.suffix)"
  }

  private func isPage(_ name: Substring) -> Bool {
    let end = part.mark + Self.suffix
    return name.hasPrefix(Self.prefix) && name.hasSuffix(end) && name.dropLast(end.count).wholeMatch(of: /.*-[0-9a-f]{8}/) != nil
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
    default: false
    }
  }
}
