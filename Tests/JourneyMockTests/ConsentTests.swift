import Encodings
import Testing

@testable import JourneyMock

/// Consents that are given one by one, and what a test sees and changes of them.
struct ConsentTests {
  private let world: World
  private let control: ControlClient

  init() throws {
    world = World(try AcmeTenant.load("fjord.yaml"))
    control = ControlClient(world)
  }

  /// What Knut's journey leads to after his password.
  private func signIn() async throws -> (app: TestApp, shown: JSONValue) {
    var app = TestApp(world)
    let begun = try await control.ask("POST", "/__journey/journeys", ["state": "password", "account": "knut"], status: 201)
    app.session = try #require(begun["session_id"]?.stringValue)
    let shown = try await app.submit("password", ["password": "Knut-orca-55"])
    return (app, shown)
  }

  private static func boxes(_ screen: JSONValue) -> [String] {
    let widgets = screen.form("progressiveProfiling")?["widgets"]?.arrayValue ?? []
    return widgets.filter { $0["type"] == "checkbox" }.compactMap { $0["id"]?.stringValue }
  }

  private func knut(_ name: String) async throws -> JSONValue? { try await control.ask("GET", "/__journey/accounts/knut")[name] }

  @Test func `consents are kept on the account one by one, and nobody is asked twice`() async throws {
    #expect(try await knut("consents") == [])
    var (app, shown) = try await signIn()
    #expect(Self.boxes(shown) == ["consents.terms", "consents.privacy", "consents.news", "consents.partners"])
    let some: JSONValue = ["terms": true, "privacy": true, "news": true, "partners": false]
    #expect(try await app.submit("progressiveProfiling", ["consents": some])["finalizeUrl"] != nil)
    #expect(try await knut("consents") == ["terms", "privacy", "news"])
    #expect(try await knut("asked") == ["news", "partners"])
    #expect(try await signIn().shown["finalizeUrl"] != nil)
  }

  @Test func `a test takes a consent away, and only that one is asked for`() async throws {
    try await control.does("PATCH", "/__journey/accounts/knut", ["consents": ["terms", "news"], "asked": ["news", "partners"]])
    var (app, shown) = try await signIn()
    #expect(Self.boxes(shown) == ["consents.privacy"])
    #expect(try await app.submit("progressiveProfiling", ["consents": ["privacy": true]])["finalizeUrl"] != nil)
    #expect(try await knut("consents") == ["terms", "privacy", "news"])
    // One that is not required is asked for once, and whoever leaves it as it was answered nothing.
    try await control.does("PATCH", "/__journey/accounts/knut", ["asked": ["news"]])
    (app, shown) = try await signIn()
    #expect(Self.boxes(shown) == ["consents.partners"])
    #expect(try await app.submit("progressiveProfiling", [:])["finalizeUrl"] != nil)
    #expect(try await knut("consents") == ["terms", "privacy", "news"])
    #expect(try await knut("asked") == ["news", "partners"])
    let refused = try await control.ask("PATCH", "/__journey/accounts/knut", ["consents": ["trms"]], status: 400)
    #expect(refused["suggestion"] == "did you mean 'terms'?")
  }

  @Test func `a set takes the words of a list, and of boxes those that are answered`() {
    let words: [AnsweredSet.Word] = [.init(word: "a", bit: 1), .init(word: "b", bit: 2), .init(word: "c", bit: 4)]
    let asked = AnsweredSet(slot: Slot(scope: .account, index: 0), path: ["x"], words: words)
    #expect(asked.bits(of: ["x": ["a": true, "b": false]], after: 6) == 5)
    #expect(asked.bits(of: ["x": ["c", "d"]], after: 3) == 4)
    #expect(asked.bits(of: [:], after: 3) == 3)
    #expect(asked.bits(of: ["x": "a"], after: 3) == 3)
    #expect(asked.possibleBits(after: 8) == Set(8...15))
    let many = AnsweredSet(
      slot: asked.slot, path: ["x"], words: (0..<8).map { AnsweredSet.Word(word: "w\($0)", bit: 1 << UInt64($0)) })
    #expect(many.possibleBits(after: 0).count == 18, "each alone, all but each, all, none")
  }
}
