import FoundationEssentials
import JourneyTestSupport
import Testing

@testable import JourneyKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct SecretsFileTests {
  private static func read(_ text: String) async throws -> [String: String] {
    try await TemporaryFolder.with { folder in
      try folder.write(text, to: "secrets")
      return try SecretsFile.read(folder.file("secrets"))
    }
  }

  @Test func `a value is everything behind the first equals sign`() async throws {
    #expect(try await Self.read("# those of staging\nA=1\n\nB=x=y z\r\nC=\n") == ["A": "1", "B": "x=y z", "C": ""])
  }

  @Test(
    arguments: [
      ("A=\"dq value\"", "dq value"), ("A='sq value'", "sq value"), ("export A=x", "x"), ("  export\tA = x", "x"), (" A = x y ", "x y"),
      ("\u{FEFF}A=x", "x"), ("A=p#ss", "p#ss"), ("A=#x", "#x"), ("A=x # comment", "x"), ("A=\"x # y\" # comment", "x # y"),
      ("A='it\"s \\n $HOME'", "it\"s \\n $HOME"), ("A=\"a\\nb\\t\\\"\\\\\\$\\w\"", "a\nb\t\"\\$\\w"), ("A=\"one\ntwo\"", "one\ntwo"),
      ("A='one\ntwo'\nB=1", "one\ntwo"), ("A=$HOME ${B} `id`", "$HOME ${B} `id`"), ("A=first\nA=last", "last"), ("A=it's", "it's"),
      ("A=x\r", "x"), ("A=\"\"", ""), ("A= # nothing", ""), ("export=x\nA=y", "y"), ("A=x", "x"), ("\n\t\n# c\n  # d\nA=ü\n", "ü"),
    ])
  func `a dotenv file is read as its users write it`(text: String, value: String) async throws {
    #expect(try await Self.read(text)["A"] == value)
  }

  @Test(arguments: [
    ("=value", "a secret is written as NAME=value"), ("nothing", "a secret is written as NAME=value"),
    ("export A", "a secret is written as NAME=value"), ("A B=hush", "a secret is written as NAME=value"),
    ("1A=hush", "a secret is written as NAME=value"), ("A=\"hush", "the quotes are not closed"), ("A='hush", "the quotes are not closed"),
    ("A=\"hush\"hush", "only a comment may follow the closing quotes"),
  ])
  func `a line that is none is named by its number, never by its text`(line: String, reason: String) async throws {
    let problem = await #expect(throws: SecretsFile.Problem.self) { try await Self.read("B=\"1\n2\"\n\n\(line)\n") }
    #expect(problem?.message.hasSuffix("/secrets:4: \(reason)") == true, "\(problem?.message ?? "")")
  }

  @Test func `a file that is not there, is too large or no text is named`() async throws {
    let problem = #expect(throws: SecretsFile.Problem.self) { try SecretsFile.read("/no/such/file") }
    #expect(problem?.message == "the secrets file '/no/such/file' cannot be read")
    let endless = #expect(throws: SecretsFile.Problem.self) { try SecretsFile.read("/dev/zero") }
    #expect(endless?.message == "the secrets file '/dev/zero' has more than 1 MB")
    try await TemporaryFolder.with { folder in
      try Data([0x41, 0x3D, 0xFF, 0xFE]).write(to: URL(filePath: folder.file("secrets")))
      let binary = #expect(throws: SecretsFile.Problem.self) { try SecretsFile.read(folder.file("secrets")) }
      #expect(binary?.message.hasSuffix("is not UTF-8") == true)
    }
  }

  @Test func `the null device holds no secrets, and a pipe is read to its end`() async throws {
    #expect(try SecretsFile.read("/dev/null") == [:])
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let text = "A='from a pipe'\n"
    #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
    close(ends[1])
    defer { close(ends[0]) }
    #expect(try SecretsFile.read("/dev/fd/\(ends[0])") == ["A": "from a pipe"])
  }
}
