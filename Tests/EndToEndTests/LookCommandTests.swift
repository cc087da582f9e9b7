import JourneyTestSupport
import Testing

struct LookCommandTests {
  @Test func `a saved page is drawn as the screen that it is, with the rule that names it`() async throws {
    let outcome = try await BuiltCommand.run("look", "fixtures/pages/form-two.html", "--url", "https://id.example.test/passcode?x=1")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    try expectGolden(outcome.output, "look.txt")
  }

  @Test func `what the parser makes of a broken page never reaches standard error`() async throws {
    let outcome = try await BuiltCommand.run("look", "fixtures/pages/charset-broken-shift-jis.html", "--url", "https://id.example.test/x")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
  }

  struct Refused: Sendable, CustomStringConvertible {
    var file: String
    var url: String
    var error: String
    var description: String { error }
  }

  @Test(
    arguments: [
      Refused(file: "none.html", url: "https://a.test/", error: "error: 'none.html' cannot be read\n"),
      Refused(file: "fixtures/pages/empty.html", url: "a", error: "error: 'a' is no address: the URL has no scheme\n"),
      Refused(file: "fixtures/pages/empty.html", url: "com.example:/x", error: "error: 'com.example:/x' is no web address\n"),
    ])
  func `what cannot be looked at is refused in words`(_ row: Refused) async throws {
    let outcome = try await BuiltCommand.run("look", row.file, "--url", row.url)
    #expect(outcome.code == 64)
    #expect(outcome.error == row.error)
  }
}
