import Testing

@testable import JourneyKit
@testable import JourneyMockServer

/// The lines of `--log`: one for each request, whatever clients call their worlds.
struct ServedLogTests {
  private static func record(path: String = "/oauth2/token", world: String = "default", refused: String? = nil) -> AccessRecord {
    AccessRecord(
      method: "POST", path: path, status: 200, duration: .zero, world: world, edges: ["password.password.right"], refusedOrigin: refused)
  }

  @Test func `a line has method, path, status and world, and the origin of a script that was refused`() {
    #expect(ServedMock.line(of: Self.record()) == "POST /oauth2/token 200 default")
    #expect(
      ServedMock.line(of: Self.record(world: "w1", refused: "http://localhost:4200"))
        == "POST /oauth2/token 200 w1 refused http://localhost:4200")
  }

  @Test(arguments: [
    "w1\nGET /__journey/accounts 200 default", "w1\r\nGET / 200 w2", "w1\u{2028}GET / 200 w2", "w1\u{85}GET", "w1\u{1B}[2K\u{1B}[1A",
    "w1\u{202E}tluafed",
  ])
  func `a world's name forges no line, and does nothing to a terminal`(name: String) {
    for line in [ServedMock.line(of: Self.record(world: name)), ServedMock.line(of: Self.record(path: "/" + name))] {
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && ![0x7F, 0x85, 0x2028, 0x2029, 0x202E, 0x1B].contains($0.value) })
      #expect(line.hasPrefix("POST /"))
    }
  }
}
