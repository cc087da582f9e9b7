import JourneyTestSupport
import Testing

@testable import JourneyKit

struct JourneyVersionTests {
  @Test func `the archive of a commit names the commit, a working copy none`() {
    let hash = "3849dc7e0b6bf4df13bf565220b114dc311fef7e"
    #expect(JourneyVersion.commit(named: hash) == hash)
    #expect(JourneyVersion.commit(named: "$" + "Format:%H$") == nil)
    #expect(JourneyVersion.commit(named: "") == nil)
    #expect(JourneyVersion.full(commit: hash) == "\(JourneyVersion.text) (commit 3849dc7e0b6b)")
    #expect(JourneyVersion.full(commit: nil) == "\(JourneyVersion.text) (built from a working copy)")
  }

  @Test func `git is told to write the commit into archives`() throws {
    let path = "Sources/JourneyKit/JourneyVersion.swift"
    #expect(try Fixtures.text(of: ".gitattributes").split(separator: "\n").contains("\(path) export-subst"))
    #expect(try Fixtures.text(of: path).contains("\"$" + "Format:%H$\""))
  }
}
