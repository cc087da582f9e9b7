import JourneyTestSupport
import Testing

/// The page on the library, held against the tests that its snippets are from, and the products against what they show.
struct LibraryPageTests {
  private static let page = "Sources/JourneyKit/JourneyKit.docc/UsingTheLibrary.md"

  /// The snippets but the first, which is from a manifest.
  private static func snippets() throws -> [[String]] {
    let blocks = try Fixtures.text(of: page).split(separator: "```swift\n").dropFirst()
    let texts = blocks.map { $0.split(separator: "\n```")[0] }
    return texts.dropFirst().map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test func `every snippet is a part of a test that is compiled`() throws {
    let files = try Fixtures.files(below: "Tests", suffix: ".swift").filter { $0.contains("/UsingTheLibrary/") }
    let sources = try files.map { try Fixtures.text(of: $0).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    let snippets = try Self.snippets()
    #expect(snippets.count >= 6)
    for snippet in snippets {
      let isThere = sources.contains { lines in
        lines.indices.contains { lines[$0...].starts(with: snippet) }
      }
      #expect(isThere, "no test has these lines:\n\(snippet.joined(separator: "\n"))")
    }
  }

  @Test func `a product has every target whose types its public signatures show`() throws {
    let manifest = try Fixtures.text(of: "Package.swift")
    let products = manifest.matches(of: #/\.library\(\s*name: "\w+",\s*targets: \[([^\]]+)\]\)/#).map { match in
      Set(match.1.matches(of: /\w+/).map { String($0.0) })
    }
    #expect(products.count >= 2)
    let own = Set(try Fixtures.files(below: "Sources", suffix: ".swift").map { String($0.split(separator: "/")[1]) })
    for targets in products {
      for path in try targets.sorted().flatMap({ try Fixtures.files(below: "Sources/\($0)", suffix: ".swift") }) {
        for match in try Fixtures.text(of: path).matches(of: #/(?m)^public import (\w+)/#) where own.contains(String(match.1)) {
          #expect(targets.contains(String(match.1)), "\(path) shows types of \(match.1), which is not in the product")
        }
      }
    }
  }
}
