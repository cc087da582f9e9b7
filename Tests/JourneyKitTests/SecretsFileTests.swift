import JourneyTestSupport
import Testing

@testable import JourneyKit

struct SecretsFileTests {
  private static func read(_ text: String) async throws -> [String: String] {
    try await TemporaryFolder.with { folder in
      try folder.write(text, to: "secrets")
      return try SecretsFile.read(folder.file("secrets"))
    }
  }

  @Test func `a value is everything behind the first equals sign`() async throws {
    #expect(try await Self.read("# those of staging\nA=1\n\nB=x=y z \r\nC=\n") == ["A": "1", "B": "x=y z ", "C": ""])
  }

  @Test(arguments: ["=value", "nothing", " # not a comment"])
  func `a line that is none is named by its number, never by its text`(line: String) async throws {
    let problem = await #expect(throws: SecretsFile.Problem.self) { try await Self.read("A=1\n\n\(line)\n") }
    #expect(problem?.message.hasSuffix("/secrets:3: a secret is written as NAME=value") == true, "\(problem?.message ?? "")")
  }

  @Test func `a file that is not there is named`() {
    let problem = #expect(throws: SecretsFile.Problem.self) { try SecretsFile.read("/no/such/file") }
    #expect(problem?.message == "the secrets file '/no/such/file' cannot be read")
  }
}
