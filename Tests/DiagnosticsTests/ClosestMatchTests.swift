import Diagnostics
import Testing

struct ClosestMatchTests {
  struct Slip: Sendable, CustomTestStringConvertible {
    let written: String
    let meant: String?
    var testDescription: String { "\(written) -> \(meant ?? "nothing")" }
  }

  @Test(arguments: [
    Slip(written: "usernme", meant: "username"),
    Slip(written: "usernaem", meant: "username"),
    Slip(written: "Username", meant: "username"),
    Slip(written: "user", meant: "username"),
    Slip(written: "redirectUri", meant: "redirect_uri"),
    Slip(written: "pasword", meant: "password"),
    Slip(written: "tag", meant: "tags"),
    Slip(written: "colour", meant: nil),
    Slip(written: "xx", meant: nil),
    Slip(written: "", meant: nil),
    Slip(written: String(repeating: "password", count: 1000), meant: nil),
  ])
  func `the nearest name is found and a far one is not`(slip: Slip) {
    #expect(ClosestMatch.of(slip.written, in: ["username", "password", "redirect_uri", "tags", "id"]) == slip.meant)
  }

  @Test func `of equally near names the first in the alphabet is taken, whatever their order`() {
    #expect(ClosestMatch.of("cat", in: ["rat", "bat", "hat"]) == "bat")
    #expect(ClosestMatch.of("cat", in: ["hat", "bat", "rat"]) == "bat")
  }

  @Test func `a slip of the fingers is nearer than a mere beginning`() {
    #expect(ClosestMatch.of("mail", in: ["mailbox", "mai"]) == "mai")
  }

  @Test func `the name itself is never suggested`() {
    #expect(ClosestMatch.of("tags", in: ["tags"]) == nil)
  }
}
